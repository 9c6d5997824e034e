package dev.kiban.trace;

import dev.kiban.trace.TraceFormatException.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A strict JSON parser for one line that may come from anywhere: nesting is bounded, and the length of the line bounds the rest.
 *
 * <p>An object becomes a {@code Map<String, Object>} without its null members, so that null and absent are one thing; an array
 * becomes a list that keeps its nulls; a number becomes a {@code Long} where it is one, else a {@code Double}. Of two members of
 * one name the last counts. Not thread safe.
 */
final class JsonParser {

    private static final int MAX_NUMBER = 64;

    private final String text;
    private final int maxDepth;
    private int at;
    private int depth;

    private JsonParser(String text, int maxDepth) {
        this.text = text;
        this.maxDepth = maxDepth;
    }

    /** @throws TraceFormatException when the text is not one JSON object, or nests too deep */
    static Map<String, Object> object(String text, int maxDepth) throws TraceFormatException {
        JsonParser parser = new JsonParser(text, maxDepth);
        parser.space();
        if (parser.peek() != '{') {
            throw parser.bad("is not a JSON object");
        }
        Map<String, Object> object = parser.objectValue();
        parser.space();
        if (parser.at < text.length()) {
            throw parser.bad("goes on after its JSON object");
        }
        return object;
    }

    private @Nullable Object value() throws TraceFormatException {
        space();
        return switch (peek()) {
            case '{' -> objectValue();
            case '[' -> arrayValue();
            case '"' -> stringValue();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> numberValue();
        };
    }

    private Map<String, Object> objectValue() throws TraceFormatException {
        enter();
        Map<String, Object> members = new LinkedHashMap<>();
        space();
        if (peek() == '}') {
            leave();
            return members;
        }
        while (true) {
            space();
            if (peek() != '"') {
                throw bad("has a member without a name");
            }
            String name = stringValue();
            space();
            if (next() != ':') {
                throw bad("has a name without a value");
            }
            Object value = value();
            if (value == null) {
                members.remove(name);
            } else {
                members.put(name, value);
            }
            space();
            char c = peek();
            if (c == '}') {
                leave();
                return members;
            }
            if (next() != ',') {
                throw bad("lacks a comma or a brace");
            }
        }
    }

    private List<@Nullable Object> arrayValue() throws TraceFormatException {
        enter();
        List<@Nullable Object> elements = new ArrayList<>();
        space();
        if (peek() == ']') {
            leave();
            return elements;
        }
        while (true) {
            elements.add(value());
            space();
            char c = peek();
            if (c == ']') {
                leave();
                return elements;
            }
            if (next() != ',') {
                throw bad("lacks a comma or a bracket");
            }
        }
    }

    private String stringValue() throws TraceFormatException {
        at++;
        int plain = at;
        while (plain < text.length()) {
            char c = text.charAt(plain);
            if (c == '"') {
                String whole = text.substring(at, plain);
                at = plain + 1;
                return whole;
            }
            if (c == '\\' || c < 0x20) {
                break;
            }
            plain++;
        }
        StringBuilder out = new StringBuilder().append(text, at, plain);
        at = plain;
        while (true) {
            char c = next();
            if (c == '"') {
                return out.toString();
            }
            if (c < 0x20) {
                throw bad("has a control character in a string");
            }
            out.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() throws TraceFormatException {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    char h = next();
                    int digit = h < 0x80 ? Character.digit(h, 16) : -1;
                    if (digit < 0) {
                        throw bad("has a bad escape in a string");
                    }
                    code = code << 4 | digit;
                }
                yield (char) code;
            }
            default -> throw bad("has a bad escape in a string");
        };
    }

    private Object numberValue() throws TraceFormatException {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        int integer = digits();
        if (integer == 0 || (integer > 1 && text.charAt(at - integer) == '0')) {
            throw bad("has a value that is no JSON");
        }
        boolean whole = true;
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            whole = false;
            if (digits() == 0) {
                throw bad("has a bad number");
            }
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            whole = false;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            if (digits() == 0) {
                throw bad("has a bad number");
            }
        }
        if (at - start > MAX_NUMBER) {
            throw bad("has a number of more than " + MAX_NUMBER + " characters");
        }
        String number = text.substring(start, at);
        if (whole) {
            try {
                return Long.valueOf(number);
            } catch (NumberFormatException e) {
                // Beyond 64 bits: as a double, like everybody else's parser.
                return Double.valueOf(number);
            }
        }
        return Double.valueOf(number);
    }

    private int digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - start;
    }

    private @Nullable Object word(String word, @Nullable Object meaning) throws TraceFormatException {
        if (!text.startsWith(word, at)) {
            throw bad("has a value that is no JSON");
        }
        at += word.length();
        return meaning;
    }

    private void enter() throws TraceFormatException {
        at++;
        if (++depth > maxDepth) {
            throw new TraceFormatException(Reason.TOO_LARGE, "nests deeper than " + maxDepth);
        }
    }

    private void leave() {
        at++;
        depth--;
    }

    private void space() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
                return;
            }
            at++;
        }
    }

    private char peek() throws TraceFormatException {
        if (at >= text.length()) {
            throw bad("ends too early");
        }
        return text.charAt(at);
    }

    private char next() throws TraceFormatException {
        char c = peek();
        at++;
        return c;
    }

    private TraceFormatException bad(String problem) {
        return new TraceFormatException(Reason.DAMAGED, problem + ", at character " + at);
    }
}
