package dev.kiban.sample.memory;

import dev.kiban.sample.problem.InvalidInputException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an agent wants remembered.
 *
 * @param text not blank, at most {@link #MAX_TEXT_BYTES} bytes of UTF-8
 * @param kind what sort of memory it is, in a word, or null
 */
public record MemoryContent(String text, @Nullable String kind) {

    /** 64 KiB. */
    public static final int MAX_TEXT_BYTES = 64 * 1024;

    private static final Pattern KIND = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,31}");

    public MemoryContent {
        if (text.isBlank()) {
            throw new InvalidInputException("text", "is needed");
        }
        if (encodedLength(text) > MAX_TEXT_BYTES) {
            throw new InvalidInputException("text", "must be at most " + MAX_TEXT_BYTES + " bytes of UTF-8");
        }
        if (kind != null && !KIND.matcher(kind).matches()) {
            throw new InvalidInputException(
                    "kind", "must be 1 to 32 letters, digits or . _ - and begin with a letter or digit");
        }
    }

    /** @throws InvalidInputException when the text is absent, or either is not allowed */
    public static MemoryContent of(@Nullable String text, @Nullable String kind) {
        if (text == null) {
            throw new InvalidInputException("text", "is needed");
        }
        return new MemoryContent(text, kind);
    }

    private static int encodedLength(String text) {
        try {
            return StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(text))
                    .remaining();
        } catch (CharacterCodingException e) {
            throw new InvalidInputException("text", "holds half a character (an unpaired surrogate)");
        }
    }
}
