package dev.kiban.sample.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.sample.problem.InvalidInputException;
import org.junit.jupiter.api.Test;

class MemoryContentTest {

    @Test
    void takesTextUpToItsBoundInBytesNotCharacters() {
        assertThat(MemoryContent.of("a".repeat(65_536), null).text()).hasSize(65_536);
        assertThat(MemoryContent.of("ä".repeat(32_768), null).text()).hasSize(32_768);
        refused("a".repeat(65_537), null, "text must be at most 65536 bytes of UTF-8");
        refused("ä".repeat(32_769), null, "text must be at most 65536 bytes of UTF-8");
        refused("👋".repeat(16_385), null, "text must be at most 65536 bytes of UTF-8");
    }

    @Test
    void refusesNoText() {
        refused(null, null, "text is needed");
        refused("", null, "text is needed");
        refused(" \n\t", null, "text is needed");
    }

    @Test
    void refusesHalfACharacterSinceItCouldNotBeReadBack() {
        refused("a\ud83d", null, "text holds half a character (an unpaired surrogate)");
        refused("\udc4ba", null, "text holds half a character (an unpaired surrogate)");
    }

    @Test
    void takesAKindInAWord() {
        assertThat(MemoryContent.of("x", "user-preference.v2").kind()).isEqualTo("user-preference.v2");
        for (String kind : new String[] {"", " ", "a b", "-a", "a".repeat(33), "ä", "<b>"}) {
            refused("x", kind, "kind must be 1 to 32 letters, digits or . _ - and begin with a letter or digit");
        }
    }

    private static void refused(String text, String kind, String message) {
        assertThatThrownBy(() -> MemoryContent.of(text, kind))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }
}
