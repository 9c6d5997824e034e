package dev.kiban.trace;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON value as text without line breaks. Commas are its own business; that names and values alternate in an object, and
 * that what was opened is closed, is the caller's. Not thread safe.
 */
final class JsonWriter {

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final StringBuilder out = new StringBuilder(256);
    private boolean comma;

    JsonWriter beginObject() {
        return open('{');
    }

    JsonWriter endObject() {
        return close('}');
    }

    JsonWriter beginArray() {
        return open('[');
    }

    JsonWriter endArray() {
        return close(']');
    }

    JsonWriter name(String name) {
        separate();
        string(name);
        out.append(':');
        comma = false;
        return this;
    }

    JsonWriter value(long value) {
        separate();
        out.append(value);
        return this;
    }

    /** At most three decimals; what is no number becomes null, which JSON can say. */
    JsonWriter value(double value) {
        if (!Double.isFinite(value)) {
            return value((String) null);
        }
        separate();
        double rounded = Math.abs(value) < 1e12 ? Math.rint(value * 1000) / 1000 : value;
        if (rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15) {
            out.append((long) rounded);
        } else {
            out.append(rounded);
        }
        return this;
    }

    JsonWriter value(boolean value) {
        separate();
        out.append(value);
        return this;
    }

    JsonWriter value(@Nullable String value) {
        separate();
        if (value == null) {
            out.append("null");
        } else {
            string(value);
        }
        return this;
    }

    /** Numbers, booleans, lists and maps as themselves; anything else as its text. */
    JsonWriter any(@Nullable Object value) {
        if (value == null) {
            return value((String) null);
        } else if (value instanceof Double || value instanceof Float) {
            return value(((Number) value).doubleValue());
        } else if (value instanceof Number number) {
            return value(number.longValue());
        } else if (value instanceof Boolean bool) {
            return value((boolean) bool);
        } else if (value instanceof Map<?, ?> map) {
            beginObject();
            map.forEach((name, each) -> name(String.valueOf(name)).any(each));
            return endObject();
        } else if (value instanceof List<?> list) {
            beginArray();
            list.forEach(this::any);
            return endArray();
        }
        return value(value.toString());
    }

    JsonWriter field(String name, @Nullable Object value) {
        return name(name).any(value);
    }

    @Override
    public String toString() {
        return out.toString();
    }

    private JsonWriter open(char bracket) {
        separate();
        out.append(bracket);
        comma = false;
        return this;
    }

    private JsonWriter close(char bracket) {
        out.append(bracket);
        comma = true;
        return this;
    }

    private void separate() {
        if (comma) {
            out.append(',');
        }
        comma = true;
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    // Lone surrogates would not survive UTF-8, and U+2028/2029 end lines for some readers.
                    if (c < 0x20 || c == 0x7F || Character.isSurrogate(c) || c == 0x2028 || c == 0x2029) {
                        out.append("\\u")
                                .append(HEX[c >> 12])
                                .append(HEX[c >> 8 & 15])
                                .append(HEX[c >> 4 & 15])
                                .append(HEX[c & 15]);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
