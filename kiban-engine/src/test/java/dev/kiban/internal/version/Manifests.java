package dev.kiban.internal.version;

import dev.kiban.internal.table.TableMeta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.UUID;

/** A small store's MANIFEST for tests, and its state as text to compare. */
final class Manifests {

    static final UUID STORE_ID = new UUID(0x0123456789abcdefL, 0x0fedcba987654321L);

    private Manifests() {}

    static ManifestState newState() {
        ManifestState state = new ManifestState(STORE_ID);
        state.apply(VersionEdit.builder().createKeyspace(0, "default").build());
        return state;
    }

    static VersionEdit[] edits() {
        return new VersionEdit[] {
            VersionEdit.builder().addLog(2).nextFileNumber(3).build(),
            VersionEdit.builder()
                    .createKeyspace(1, "sessions \u00e9\ud83d\ude00\n\0")
                    .build(),
            VersionEdit.builder()
                    .addTable(0, Tables.meta(3, "", "\u00ff"))
                    .addTable(0, Tables.inKeyspace(1, Tables.meta(4, "a", "a")))
                    .flushedThrough(0, 39)
                    .flushedThrough(1, 49)
                    .addLog(5)
                    .oldestLog(5)
                    .lastSequence(60)
                    .build(),
            VersionEdit.builder()
                    .removeTable(3, 0)
                    .addTable(1, Tables.meta(6, "", "b"))
                    .addTable(1, Tables.meta(7, "ba", "\u00ff"))
                    .build(),
            VersionEdit.builder()
                    .dropKeyspace(1)
                    .createKeyspace(2, "sessions \u00e9\ud83d\ude00\n\0")
                    .removeTable(7, 1)
                    .addTable(2, Tables.meta(7, "ba", "\u00ff"))
                    .build(),
        };
    }

    /** A store made and changed by every edit, the writer closed. */
    static ScriptedFileSystem written() {
        ScriptedFileSystem fs = new ScriptedFileSystem();
        ManifestState state = newState();
        try (ManifestWriter writer = ManifestWriter.create(fs, ScriptedFileSystem.DIRECTORY, 1, state)) {
            for (VersionEdit edit : edits()) {
                state.apply(edit);
                writer.append(edit);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return fs;
    }

    /** The state after the first so many edits. */
    static ManifestState stateAfter(int edits) {
        ManifestState state = newState();
        state.useFileNumber(1);
        for (int i = 0; i < edits; i++) {
            state.apply(edits()[i]);
        }
        return state;
    }

    static ManifestState recover(ScriptedFileSystem fs) throws IOException {
        return ManifestReader.recover(fs, ScriptedFileSystem.DIRECTORY);
    }

    /** Everything but MANIFEST number and dropped bytes. */
    static String describe(ManifestState state) {
        StringBuilder text = new StringBuilder("store " + state.storeId() + "\n");
        state.keyspaces().forEach((id, name) -> {
            text.append("keyspace ").append(id).append(" '").append(name).append("' flushed through ");
            text.append(state.flushedThrough(id)).append('\n');
            for (int level = 0; level < Version.LEVELS; level++) {
                for (TableMeta meta : state.tables(id, level)) {
                    text.append("  L").append(level).append(' ').append(meta.number());
                    text.append(" size ").append(meta.size()).append(" keys ");
                    text.append(HexFormat.of().formatHex(meta.minKey())).append("..");
                    text.append(HexFormat.of().formatHex(meta.maxKey()));
                    text.append(" sequences ")
                            .append(meta.minSequence())
                            .append("..")
                            .append(meta.maxSequence());
                    text.append(" entries ").append(meta.entries()).append('/').append(meta.tombstones());
                    text.append('\n');
                }
            }
        });
        text.append("logs ").append(state.logs()).append(" tables ").append(state.tableCount());
        text.append(" next file ").append(state.nextFileNumber());
        text.append(" next keyspace ").append(state.nextKeyspaceId());
        text.append(" last sequence ").append(state.lastSequence());
        return text.toString();
    }
}
