package dev.kiban.internal.version;

import static dev.kiban.internal.version.Tables.inKeyspace;
import static dev.kiban.internal.version.Tables.key;
import static dev.kiban.internal.version.Tables.meta;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.codec.ByteReader;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.table.TableMeta;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestStateTest {

    private final ManifestState state = Manifests.newState();

    private void apply(UnaryOperator<VersionEdit.Builder> change) {
        state.apply(change.apply(VersionEdit.builder()).build());
    }

    private void assertRefused(String problem, UnaryOperator<VersionEdit.Builder> change) {
        ManifestState copy = new ManifestState(state.storeId());
        copy.apply(state.snapshot());
        VersionEdit edit = change.apply(VersionEdit.builder()).build();
        assertThatThrownBy(() -> copy.apply(edit))
                .isInstanceOf(InvalidEditException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void tablesThatDoNotFitAreRefused() {
        apply(e -> e.addTable(1, meta(3, "b", "d")).addTable(0, meta(4, "a", "z")));

        assertRefused("table 3 is added twice", e -> e.addTable(0, meta(3, "x", "y")));
        assertRefused(
                "table 9 is of keyspace 5, which is unknown", e -> e.addTable(0, inKeyspace(5, meta(9, "a", "b"))));
        assertRefused("tables 3 and 9 overlap in level 1", e -> e.addTable(1, meta(9, "d", "e")));
        assertRefused("tables 9 and 3 overlap in level 1", e -> e.addTable(1, meta(9, "", "b")));
        assertRefused("tables 9 and 3 overlap in level 1", e -> e.addTable(1, meta(9, "a", "z")));
        assertRefused("overlap in level 1", e -> e.addTable(1, meta(9, "c", "c")));
        assertRefused("overlap in level 1", e -> e.addTable(1, meta(9, "b", "b")));
        assertRefused("table 9 is added to level 7", e -> e.addTable(7, meta(9, "a", "b")));
        assertRefused("keys the wrong way round", e -> e.addTable(0, meta(9, "b", "a")));
        assertRefused("table 9 has sequences 8 to 7", e -> e.addTable(0, meta(9, "a", "b", 8, 7)));
        assertRefused("file number 0 is out of range", e -> e.addTable(0, meta(0, "a", "b")));
        assertRefused("0 bytes", e -> e.addTable(0, new TableMeta(9, 0, 0, key("a"), key("b"), 1, 2, 1, 0)));
        assertRefused("0 entries", e -> e.addTable(0, new TableMeta(9, 0, 1, key("a"), key("b"), 1, 2, 0, 0)));
        assertRefused("2 tombstones", e -> e.addTable(0, new TableMeta(9, 0, 1, key("a"), key("b"), 1, 2, 1, 2)));
        assertRefused("table 8 is removed from level 0 but is not in it", e -> e.removeTable(8, 0));
        assertRefused("table 3 is removed from level 2 but is not in it", e -> e.removeTable(3, 2));
        assertRefused(
                "table 3 is removed from level 1 but is not in it",
                e -> e.removeTable(3, 1).removeTable(3, 1));
    }

    @Test
    void keyspacesThatDoNotFitAreRefused() {
        apply(e -> e.createKeyspace(4, "four"));
        apply(e -> e.dropKeyspace(4));

        assertRefused("keyspace 4 is created again", e -> e.createKeyspace(4, "other"));
        assertRefused("keyspace 2 is created again", e -> e.createKeyspace(2, "other"));
        assertRefused("keyspace 5 has the name of another", e -> e.createKeyspace(5, "default"));
        assertRefused("keyspace 4 is dropped but unknown", e -> e.dropKeyspace(4));
        assertRefused("flushed in keyspace 4, which is unknown", e -> e.flushedThrough(4, 1));
    }

    @Test
    void sequencesAndLogsOnlyGrow() {
        apply(e -> e.flushedThrough(0, 50).addLog(6).addLog(8).oldestLog(7));

        assertThat(state.logs()).containsExactly(8L);
        assertThat(state.lastSequence()).isEqualTo(50);
        assertRefused("flushed through 49 after 50", e -> e.flushedThrough(0, 49));
        assertRefused("log 8 is added after newer ones", e -> e.addLog(8));
        assertRefused("log 7 is added after newer ones", e -> e.addLog(7));
        apply(e -> e.lastSequence(3).nextFileNumber(2).nextKeyspaceId(0).oldestLog(1));
        assertThat(state.lastSequence()).isEqualTo(50);
        assertThat(state.nextFileNumber()).isEqualTo(9);
        assertThat(state.nextKeyspaceId()).isEqualTo(1);
    }

    @Test
    void logsThatAreGoneCannotComeBack() {
        apply(e -> e.oldestLog(10));

        assertRefused("log 9 is added after newer ones", e -> e.addLog(9));
        apply(e -> e.addLog(10));
        assertThat(state.logs()).containsExactly(10L);
    }

    @Test
    void droppingAKeyspaceTakesItsTablesAlongAndFreesItsName() {
        apply(e -> e.createKeyspace(1, "one")
                .addTable(0, inKeyspace(1, meta(3, "a", "b")))
                .addTable(0, meta(4, "a", "b")));

        apply(e -> e.dropKeyspace(1).createKeyspace(2, "one"));

        assertThat(state.tableCount()).isEqualTo(1);
        assertThat(state.hasTable(3)).isFalse();
        assertThat(state.tables(2, 0)).isEmpty();
        assertThat(state.keyspaces()).containsOnlyKeys(0, 2).containsEntry(2, "one");
    }

    @Test
    void aTableMovesDownALevelInOneEdit() {
        apply(e -> e.addTable(1, meta(3, "a", "b")));

        apply(e -> e.addTable(2, meta(3, "a", "b")).removeTable(3, 1));

        assertThat(state.tables(0, 1)).isEmpty();
        assertThat(state.tables(0, 2)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "a/b", "..", "\0", "\n", "\u00e9\u4e2d\ud83d\ude00", "\ufeff", "default "})
    void oddNamesAreNames(String name) {
        apply(e -> e.createKeyspace(1, name).createKeyspace(2, "x".repeat(255)));

        ManifestState reread = new ManifestState(state.storeId());
        reread.apply(throughBytes(state.snapshot()));

        assertThat(reread.keyspaces()).containsEntry(1, name).containsEntry(2, "x".repeat(255));
    }

    @Test
    void namesThatAreNotTextOfTheRightLengthAreRefused() {
        for (String name : List.of("", "x".repeat(256), "\u00e9".repeat(128), "\ud83d", "a\ude00")) {
            assertThatThrownBy(() -> VersionEdit.builder().createKeyspace(1, name))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void oddAndLongKeysSurviveTheBytes() {
        byte[] longKey = new byte[65_536];
        Arrays.fill(longKey, (byte) 0xFF);
        TableMeta meta = new TableMeta(3, 0, Long.MAX_VALUE, new byte[0], longKey, 0, Long.MAX_VALUE, 1, 1);
        apply(e -> e.addTable(6, meta));

        ManifestState reread = new ManifestState(state.storeId());
        reread.apply(throughBytes(state.snapshot()));

        TableMeta read = reread.tables(0, 6).get(0);
        assertThat(read.minKey()).isEmpty();
        assertThat(read.maxKey()).isEqualTo(longKey);
        assertThat(read).usingRecursiveComparison().isEqualTo(meta);
    }

    /** Random histories: what the edits say after a trip through bytes, and the snapshot's, is what the state says. */
    @Test
    void aSnapshotIsWorthTheHistoryThatLedToIt() {
        long seed = Long.getLong("kiban.seed", System.nanoTime());
        Random random = new Random(seed);
        ManifestState fromBytes = Manifests.newState();
        List<Long> live = new ArrayList<>();
        List<Integer> levels = new ArrayList<>();
        for (int step = 0; step < 500; step++) {
            VersionEdit.Builder edit = VersionEdit.builder();
            long number = state.nextFileNumber();
            int level = random.nextInt(Version.LEVELS);
            switch (random.nextInt(4)) {
                case 0 -> edit.addLog(number).oldestLog(random.nextInt(3) == 0 ? number : 0);
                case 1 -> {
                    if (!live.isEmpty()) {
                        int at = random.nextInt(live.size());
                        edit.removeTable(live.remove(at), levels.remove(at));
                    }
                }
                case 2 -> edit.flushedThrough(0, state.flushedThrough(0) + random.nextInt(5));
                default -> {
                    String key = String.format("%06d", number);
                    edit.addTable(level, meta(number, key, key + "x"));
                    live.add(number);
                    levels.add(level);
                }
            }
            VersionEdit built = edit.build();
            state.apply(built);
            fromBytes.apply(throughBytes(built));
            if (step % 50 == 0) {
                ManifestState rolled = new ManifestState(state.storeId());
                rolled.apply(throughBytes(state.snapshot()));
                assertThat(Manifests.describe(rolled)).as("seed %d", seed).isEqualTo(Manifests.describe(state));
            }
        }
        assertThat(Manifests.describe(fromBytes)).as("seed %d", seed).isEqualTo(Manifests.describe(state));
        assertThat(state.tableCount()).isEqualTo(live.size());
    }

    private static VersionEdit throughBytes(VersionEdit edit) {
        ByteWriter bytes = new ByteWriter(64);
        EditCodec.encode(edit, bytes);
        return EditCodec.decode(new ByteReader(bytes.toByteArray()), Path.of("MANIFEST"));
    }
}
