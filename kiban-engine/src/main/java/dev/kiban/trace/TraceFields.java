package dev.kiban.trace;

import dev.kiban.trace.TraceFormatException.Reason;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to a parsed object: an absent member is the given or the empty value, one of the wrong type is damage. Messages name
 * the member and never its value.
 */
final class TraceFields {

    private final Map<String, Object> members;

    TraceFields(Map<String, Object> members) {
        this.members = members;
    }

    long number(String name) throws TraceFormatException {
        return number(name, 0);
    }

    long number(String name, long absent) throws TraceFormatException {
        Long number = optionalNumber(name);
        return number == null ? absent : number;
    }

    @Nullable
    Long optionalNumber(String name) throws TraceFormatException {
        Object value = members.get(name);
        if (value == null || value instanceof Long) {
            return (Long) value;
        }
        if (value instanceof Double number) {
            return number.longValue();
        }
        throw wrong(name);
    }

    String text(String name, String absent) throws TraceFormatException {
        String text = optionalText(name);
        return text == null ? absent : text;
    }

    @Nullable
    String optionalText(String name) throws TraceFormatException {
        Object value = members.get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw wrong(name);
    }

    boolean flag(String name) throws TraceFormatException {
        Object value = members.get(name);
        if (value == null) {
            return false;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(name);
    }

    @SuppressWarnings("unchecked")
    List<@Nullable Object> list(String name) throws TraceFormatException {
        Object value = members.get(name);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?>) {
            return (List<@Nullable Object>) value;
        }
        throw wrong(name);
    }

    @SuppressWarnings("unchecked")
    TraceFields object(String name) throws TraceFormatException {
        Object value = members.get(name);
        if (value == null) {
            return new TraceFields(Map.of());
        }
        if (value instanceof Map<?, ?>) {
            return new TraceFields((Map<String, Object>) value);
        }
        throw wrong(name);
    }

    Map<String, Object> all() {
        return Collections.unmodifiableMap(members);
    }

    Map<String, Object> without(String... names) {
        Map<String, Object> rest = new LinkedHashMap<>(members);
        for (String name : names) {
            rest.remove(name);
        }
        return Collections.unmodifiableMap(rest);
    }

    private static TraceFormatException wrong(String name) {
        return new TraceFormatException(Reason.DAMAGED, "has a value of the wrong type in " + name);
    }
}
