package dev.kiban.trace;

import dev.kiban.trace.TraceFormatException.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to a parsed array whose elements have fixed places: an absent or null element is 0 or null, one of the wrong type is
 * damage, and further elements are left alone.
 */
final class TraceRow {

    private final List<?> elements;
    private final String name;

    private TraceRow(List<?> elements, String name) {
        this.elements = elements;
        this.name = name;
    }

    static TraceRow of(@Nullable Object value, String name) throws TraceFormatException {
        if (value instanceof List<?> list) {
            return new TraceRow(list, name);
        }
        throw new TraceFormatException(Reason.DAMAGED, "has an element that is no array in " + name);
    }

    int size() {
        return elements.size();
    }

    @Nullable
    Object element(int index) {
        return index < elements.size() ? elements.get(index) : null;
    }

    long number(int index) throws TraceFormatException {
        Long number = optionalNumber(index);
        return number == null ? 0 : number;
    }

    @Nullable
    Long optionalNumber(int index) throws TraceFormatException {
        Object value = element(index);
        if (value == null || value instanceof Long) {
            return (Long) value;
        }
        if (value instanceof Double number) {
            return number.longValue();
        }
        throw wrong(index);
    }

    double decimal(int index) throws TraceFormatException {
        Object value = element(index);
        if (value == null) {
            return 0;
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw wrong(index);
    }

    String text(int index, String absent) throws TraceFormatException {
        Object value = element(index);
        if (value == null) {
            return absent;
        }
        if (value instanceof String text) {
            return text;
        }
        throw wrong(index);
    }

    TraceFormatException wrong(int index) {
        return new TraceFormatException(
                Reason.DAMAGED, "has a value of the wrong type in element " + index + " of " + name);
    }
}
