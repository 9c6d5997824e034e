package dev.kiban.internal.version;

import static dev.kiban.internal.version.Manifests.describe;
import static dev.kiban.internal.version.Manifests.recover;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.fs.NoSpaceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ManifestWriterTest {

    private static final VersionEdit EDIT =
            VersionEdit.builder().lastSequence(77).build();

    private final ScriptedFileSystem fs = new ScriptedFileSystem();
    private final ManifestState state = Manifests.newState();

    private ManifestWriter create(long number) throws IOException {
        return ManifestWriter.create(fs, ScriptedFileSystem.DIRECTORY, number, state);
    }

    @Test
    void makingAStoreSyncsEachFileBeforeItsNameCounts() throws Exception {
        create(1);

        assertThat(fs.takeCalls())
                .containsExactly(
                        "create MANIFEST-000001",
                        "write MANIFEST-000001 0+95",
                        "sync MANIFEST-000001",
                        "create CURRENT.tmp",
                        "write CURRENT.tmp 0+25",
                        "sync CURRENT.tmp",
                        "close CURRENT.tmp",
                        "sync directory",
                        "rename CURRENT.tmp to CURRENT",
                        "sync directory");
        assertThat(state.manifestNumber()).isEqualTo(1);
        assertThat(state.nextFileNumber()).isEqualTo(2);
    }

    @Test
    void anAppendIsOneWriteAndOneSync() throws Exception {
        ManifestWriter writer = create(1);
        long before = writer.size();
        fs.takeCalls();

        writer.append(EDIT);

        assertThat(fs.takeCalls()).containsExactly("write MANIFEST-000001 95+11", "sync MANIFEST-000001");
        assertThat(writer.size()).isEqualTo(before + 11).isEqualTo(fs.content("MANIFEST-000001").length);
    }

    @Test
    void anEditThatSaysNothingWritesNothing() throws Exception {
        ManifestWriter writer = create(1);
        fs.takeCalls();

        writer.append(VersionEdit.builder().build());

        assertThat(fs.takeCalls()).isEmpty();
    }

    @Test
    void aRollCarriesTheWholeStateAndLeavesTheOldFileAlone() throws Exception {
        ManifestWriter old = create(1);
        for (VersionEdit edit : Manifests.edits()) {
            state.apply(edit);
            old.append(edit);
        }
        byte[] oldContent = fs.content("MANIFEST-000001");
        fs.takeCalls();

        ManifestWriter next = create(state.nextFileNumber());
        old.close();
        next.append(EDIT);
        state.apply(EDIT);

        assertThat(fs.takeCalls())
                .containsExactly(
                        "create MANIFEST-000008",
                        "write MANIFEST-000008 0+153",
                        "sync MANIFEST-000008",
                        "create CURRENT.tmp",
                        "write CURRENT.tmp 0+25",
                        "sync CURRENT.tmp",
                        "close CURRENT.tmp",
                        "sync directory",
                        "rename CURRENT.tmp to CURRENT",
                        "sync directory",
                        "close MANIFEST-000001",
                        "write MANIFEST-000008 153+11",
                        "sync MANIFEST-000008");
        assertThat(describe(recover(fs))).isEqualTo(describe(state));
        assertThat(recover(fs).manifestNumber()).isEqualTo(8);
        assertThat(fs.content("MANIFEST-000001")).isEqualTo(oldContent);
    }

    @Test
    void aRollThatCrashesAtAnyCallLeavesTheOldOrTheNewManifestInCharge() throws Exception {
        for (int survivors = 0; survivors < 10; survivors++) {
            ScriptedFileSystem crashed = Manifests.written();
            ManifestState before = recover(crashed);
            String expected = describe(before);
            int last = survivors;
            int[] count = {0};
            crashed.failWhen(call -> count[0]++ < last ? null : new IOException("crash"));
            assertThatThrownBy(() -> ManifestWriter.create(crashed, ScriptedFileSystem.DIRECTORY, 8, before))
                    .isInstanceOf(IOException.class);
            crashed.failWhen(call -> null);

            ManifestState after = recover(crashed);
            assertThat(after.manifestNumber()).isEqualTo(survivors < 9 ? 1 : 8);
            assertThat(describe(after)).isEqualTo(survivors < 9 ? expected : describe(before));
        }
    }

    @Test
    void aFailedSyncPoisonsTheWriterForGood() throws Exception {
        ManifestWriter writer = create(1);
        fs.failWhen(call -> call.startsWith("sync MANIFEST") ? new IOException("EIO") : null);
        assertThatThrownBy(() -> writer.append(EDIT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("may or may not be durable");
        fs.failWhen(call -> null);
        fs.takeCalls();

        assertThatThrownBy(() -> writer.append(EDIT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("takes no edits");
        assertThat(fs.takeCalls()).as("no second try on the same file").isEmpty();
        assertThat(writer.isPoisoned()).isTrue();
        assertThat(writer.size()).isEqualTo(95);
    }

    @Test
    void noSpaceInASyncIsAsUnknownAsAnyOtherFailureOfIt() throws Exception {
        ManifestWriter writer = create(1);
        fs.failWhen(call -> call.startsWith("sync MANIFEST") ? new NoSpaceException("full") : null);

        assertThatThrownBy(() -> writer.append(EDIT))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NoSpaceException.class);
    }

    @Test
    void aFailedWritePoisonsTheWriterButANewManifestTakesOver() throws Exception {
        ManifestWriter writer = create(1);
        fs.failWhen(call -> call.startsWith("write MANIFEST") ? new NoSpaceException("full") : null);
        state.apply(EDIT);
        assertThatThrownBy(() -> writer.append(EDIT)).isInstanceOf(NoSpaceException.class);
        assertThatThrownBy(() -> create(state.nextFileNumber())).isInstanceOf(NoSpaceException.class);
        assertThat(recover(fs).lastSequence()).as("the old one is in charge").isZero();
        fs.failWhen(call -> null);

        assertThatThrownBy(() -> writer.append(EDIT)).isInstanceOf(IOException.class);
        create(state.nextFileNumber());
        assertThat(recover(fs).lastSequence()).isEqualTo(77);
        assertThat(recover(fs).manifestNumber()).isEqualTo(3);
        assertThat(fs.list(ScriptedFileSystem.DIRECTORY)).doesNotContain("MANIFEST-000002");
    }

    @Test
    void noSpaceOnceCurrentMayHaveChangedIsUnknown() throws Exception {
        for (String failing : new String[] {"rename CURRENT.tmp to CURRENT", "sync directory"}) {
            ScriptedFileSystem full = new ScriptedFileSystem();
            boolean[] renamed = {false};
            full.failWhen(call -> {
                renamed[0] |= call.startsWith("rename");
                return renamed[0] && call.equals(failing) ? new NoSpaceException("full") : null;
            });
            assertThatThrownBy(() -> ManifestWriter.create(full, ScriptedFileSystem.DIRECTORY, 1, Manifests.newState()))
                    .as(failing)
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(NoSpaceException.class)
                    .hasMessageContaining("CURRENT may or may not name MANIFEST-000001");
        }
    }

    @Test
    void aStoreBeginsWithManifestOneBeforeAnyLog() {
        assertThatThrownBy(() -> create(2)).isInstanceOf(IllegalArgumentException.class);
        state.apply(VersionEdit.builder().addLog(5).build());
        assertThatThrownBy(() -> create(1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(fs.takeCalls()).isEmpty();
    }

    @Test
    void aManifestIsGrownBeyondAMebibyteAndFourTimesItsStart() throws Exception {
        ManifestWriter writer = create(1);
        VersionEdit large = VersionEdit.builder()
                .addTable(0, Tables.meta(3, "a", "a".repeat(60_000)))
                .build();
        while (writer.size() <= 1 << 20) {
            assertThat(writer.isGrown()).isFalse();
            writer.append(large);
        }
        assertThat(writer.isGrown()).isTrue();
    }

    /** The page on the format shows these very bytes. */
    @Test
    void theBytesAreThoseOfTheDocumentation() throws Exception {
        create(1).append(Manifests.edits()[0]);

        assertThat(Files.readString(Path.of("..", "docs", "format", "manifest.md")))
                .contains(dump(fs.content("MANIFEST-000001")))
                .contains(new String(fs.content("CURRENT"), StandardCharsets.US_ASCII));
    }

    private static String dump(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.length; at += 16) {
            String line = HexFormat.ofDelimiter(" ").formatHex(bytes, at, Math.min(bytes.length, at + 16));
            text.append(String.format("%08x  %s%n", at, line));
        }
        return text.toString();
    }
}
