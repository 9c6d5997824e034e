package dev.kiban.spring.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.KeyVisibility;
import dev.kiban.event.TableInfo;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShownKeysTest {

    private static final TableInfo LOW = table("default", new byte[] {}, "m-long-secret".getBytes(UTF_8));
    private static final TableInfo HIGH = table("default", "m-long-secret".getBytes(UTF_8), new byte[] {(byte) 0xff});
    private static final TableInfo ELSEWHERE = table("other", new byte[] {5}, new byte[] {5});
    private static final List<TableInfo> TABLES = List.of(HIGH, ELSEWHERE, LOW);

    @Test
    void hiddenShowsNothing() {
        assertThat(shown(KeyVisibility.HIDDEN, LOW)).containsOnlyNulls();
    }

    @Test
    void ranksKeepTheOrderOfUnsignedBytesWithinAKeyspace() {
        assertThat(shown(KeyVisibility.RANK, LOW)).containsExactly(0, 1);
        assertThat(shown(KeyVisibility.RANK, HIGH)).containsExactly(1, 2);
        assertThat(shown(KeyVisibility.RANK, ELSEWHERE)).containsExactly(0, 0);
    }

    @Test
    void aPrefixEndsAfterEightBytes() {
        assertThat(shown(KeyVisibility.PREFIX, LOW)).containsExactly("", "6d2d6c6f6e672d73");
        assertThat(shown(KeyVisibility.PREFIX, HIGH)).containsExactly("6d2d6c6f6e672d73", "ff");
    }

    @Test
    void fullShowsEveryByte() {
        assertThat(shown(KeyVisibility.FULL, LOW)).containsExactly("", "6d2d6c6f6e672d736563726574");
    }

    private static List<Object> shown(KeyVisibility visibility, TableInfo table) {
        ShownKeys keys = new ShownKeys(visibility, TABLES);
        return Arrays.asList(keys.show(table.keyspace(), table.minKey()), keys.show(table.keyspace(), table.maxKey()));
    }

    private static TableInfo table(String keyspace, byte[] minKey, byte[] maxKey) {
        return new TableInfo(1, keyspace, 0, 10, minKey, maxKey, 1, 0);
    }
}
