package dev.kiban.internal.version;

import static dev.kiban.internal.version.Manifests.describe;
import static dev.kiban.internal.version.Manifests.recover;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.CorruptionException;
import dev.kiban.UnsupportedFormatException;
import dev.kiban.internal.codec.ByteReader;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.Checksum;
import dev.kiban.internal.table.TableMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestRecoveryTest {

    private static final String MANIFEST = "MANIFEST-000001";

    private final ScriptedFileSystem fs = Manifests.written();

    @Test
    void everyEditIsThereAfterReopening() throws Exception {
        ManifestState state = recover(fs);

        assertThat(describe(state)).isEqualTo(describe(Manifests.stateAfter(Manifests.edits().length)));
        assertThat(describe(state)).isEqualTo("""
                        store 01234567-89ab-cdef-0fed-cba987654321
                        keyspace 0 'default' flushed through 39
                          L1 6 size 1006 keys ..62 sequences 60..69 entries 10/2
                          L2 7 size 1007 keys 6261..ff sequences 70..79 entries 10/2
                        keyspace 2 'sessions \u00e9\ud83d\ude00\n\0' flushed through 0
                        logs [5] tables 2 next file 8 next keyspace 3 last sequence 79""");
        assertThat(state.manifestNumber()).isEqualTo(1);
        assertThat(state.droppedTailBytes()).isZero();
    }

    @Test
    void aManifestCutAnywhereOpensAtItsLastWholeRecord() throws Exception {
        byte[] whole = fs.content(MANIFEST);
        List<Integer> ends = recordEnds(whole);
        for (int cut = 0; cut <= whole.length; cut++) {
            fs.set(MANIFEST, Arrays.copyOf(whole, cut));
            if (cut < ends.get(0)) {
                assertCorrupt("cut at " + cut);
                continue;
            }
            int records = 0;
            while (records < ends.size() && ends.get(records) <= cut) {
                records++;
            }
            ManifestState state = recover(fs);
            assertThat(describe(state)).as("cut at %d", cut).isEqualTo(describe(Manifests.stateAfter(records - 1)));
            assertThat(state.droppedTailBytes()).as("cut at %d", cut).isEqualTo(cut - ends.get(records - 1));
        }
    }

    @Test
    void aTailOfZerosOrNoiseIsLeftAsideAndReported() throws Exception {
        byte[] whole = fs.content(MANIFEST);
        byte[] tail = Arrays.copyOf(whole, whole.length + 5000);
        fs.set(MANIFEST, tail);
        assertThat(recover(fs).droppedTailBytes()).isEqualTo(5000);

        Arrays.fill(tail, whole.length, tail.length, (byte) 1);
        fs.set(MANIFEST, tail);
        assertThat(recover(fs).droppedTailBytes()).isEqualTo(5000);
    }

    @Test
    void everyFlippedBitIsCorruptionExceptInTheLastRecordWhichLooksTorn() throws Exception {
        byte[] whole = fs.content(MANIFEST);
        List<Integer> ends = recordEnds(whole);
        int lastStart = ends.get(ends.size() - 2);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            fs.set(MANIFEST, flipped);
            if (bit / 8 < lastStart) {
                assertCorrupt("bit " + bit);
            } else {
                ManifestState state = recover(fs);
                assertThat(state.droppedTailBytes()).as("bit %d", bit).isEqualTo(whole.length - lastStart);
                assertThat(describe(state)).as("bit %d", bit).isEqualTo(describe(Manifests.stateAfter(4)));
            }
        }
    }

    /** Keys of a table stand in the MANIFEST as they are; without the salt they could pass for a record. */
    @Test
    void aKeyThatImitatesARecordDoesNotTurnATornTailIntoDamage() throws Exception {
        ByteWriter imitation = new ByteWriter(64);
        ManifestFormat.putRecord(VersionEdit.builder().lastSequence(1).build(), 0, imitation);
        ManifestState state = recover(fs);
        VersionEdit edit = VersionEdit.builder()
                .addTable(5, new TableMeta(20, 0, 1, imitation.toByteArray(), imitation.toByteArray(), 1, 1, 1, 0))
                .build();
        try (ManifestWriter writer = ManifestWriter.create(fs, ScriptedFileSystem.DIRECTORY, 8, state)) {
            state.apply(edit);
            writer.append(edit);
        }
        byte[] whole = fs.content("MANIFEST-000008");
        fs.set("MANIFEST-000008", Arrays.copyOf(whole, whole.length - 1));

        assertThat(recover(fs).droppedTailBytes()).isPositive();
    }

    @Test
    void oneThatIsTooNewIsToldFromOneThatIsDamaged() {
        assertTooNew(withHeaderInt(ManifestFormat.VERSION_AT, 2), "format version 2");
        assertTooNew(withHeaderInt(ManifestFormat.VERSION_AT, -1), "format version 4294967295");
        assertTooNew(withHeaderInt(ManifestFormat.INCOMPATIBLE_AT, 4), "features 0x4");
        assertTooNew(withHeaderInt(ManifestFormat.READ_COMPATIBLE_AT, 1), "features 0x1");

        fs.set(MANIFEST, withHeaderInt(ManifestFormat.VERSION_AT, 0));
        assertThatThrownBy(() -> recover(fs))
                .isInstanceOfSatisfying(
                        UnsupportedFormatException.class,
                        e -> assertThat(e.age()).isEqualTo(UnsupportedFormatException.Age.TOO_OLD));
    }

    @Test
    void anUnknownFieldIsSkippedUnlessItMustBeUnderstood() throws Exception {
        ByteWriter skippable = new ByteWriter(64).putVarint(200).putSized(new byte[] {1, 2, 3});
        skippable.putVarint(2 * 10 + 1).putVarint(2).putVarint(500);
        fs.set(MANIFEST, withRecord(skippable));
        assertThat(recover(fs).lastSequence()).isEqualTo(500);

        assertTooNew(withRecord(new ByteWriter(16).putVarint(201).putSized(new byte[3])), "a field with tag 201");
        assertTooNew(
                withRecord(new ByteWriter(16).putVarint(-1).putVarint(0)), "a field with tag 18446744073709551615");
    }

    @Test
    void whatALaterBuildSaysAboutATableFollowsTheSameRule() throws Exception {
        fs.set(MANIFEST, withRecord(tableWithExtra(8)));
        assertThat(recover(fs).hasTable(30)).isTrue();

        assertTooNew(withRecord(tableWithExtra(9)), "a field with tag 9");
    }

    @Test
    void fieldsThatDoNotAddUpAreCorruption() throws Exception {
        List<ByteWriter> payloads = List.of(
                // A length beyond the record.
                new ByteWriter(16).putVarint(17).putVarint(9).putVarint(1),
                // A field with a byte too many, and one with a byte too few.
                new ByteWriter(16).putVarint(17).putVarint(2).putVarint(1).putVarint(1),
                new ByteWriter(16).putVarint(9).putVarint(1).putVarint(3),
                // A number beyond 63 bits; a keyspace id beyond 31.
                new ByteWriter(16).putVarint(21).putVarint(10).putVarint(-1),
                new ByteWriter(16).putVarint(5).putVarint(5).putVarint(1L << 31),
                // Names: empty, too long, not UTF-8.
                new ByteWriter(16).putVarint(3).putVarint(2).putVarint(9).putVarint(0),
                new ByteWriter(300).putVarint(3).putVarint(259).putVarint(9).putSized(new byte[256]),
                new ByteWriter(16).putVarint(3).putVarint(3).putVarint(9).putSized(new byte[] {(byte) 0xC0}),
                // One keyspace twice.
                new ByteWriter(32)
                        .putVarint(3)
                        .putVarint(3)
                        .putVarint(9)
                        .putSized(new byte[] {'a'})
                        .putVarint(3)
                        .putVarint(3)
                        .putVarint(9)
                        .putSized(new byte[] {'b'}));
        for (int i = 0; i < payloads.size(); i++) {
            fs.set(MANIFEST, withRecord(payloads.get(i)));
            assertCorrupt("payload " + i);
        }
    }

    @Test
    void anEditThatDoesNotFitIsCorruptionAtItsRecord() throws Exception {
        int end = fs.content(MANIFEST).length;
        ByteWriter payload = new ByteWriter(64);
        EditCodec.encode(VersionEdit.builder().removeTable(99, 0).build(), payload);
        fs.set(MANIFEST, withRecord(payload));

        assertThatThrownBy(() -> recover(fs)).isInstanceOfSatisfying(CorruptionException.class, e -> {
            assertThat(e.offset()).isEqualTo(end);
            assertThat(e).hasMessageContaining("table 99 is removed from level 0 but is not in it");
        });
    }

    @Test
    void anEmptyDirectoryIsANewStore() throws Exception {
        ManifestState state = recover(new ScriptedFileSystem());

        assertThat(state.manifestNumber()).isZero();
        assertThat(state.nextFileNumber()).isEqualTo(1);
        assertThat(state.keyspaces()).isEmpty();
        assertThat(state.logs()).isEmpty();
    }

    @Test
    void filesOfAStoreWithoutCurrentAreNeverOverwritten() {
        for (String name : List.of("000007.sst", "000002.wal", "MANIFEST-000002", "MANIFEST-x")) {
            ScriptedFileSystem without = new ScriptedFileSystem();
            without.set("LOCK", new byte[0]);
            without.set(name, new byte[10]);
            assertThatThrownBy(() -> recover(without))
                    .as(name)
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining("CURRENT is damaged: it is missing, but " + name + " is there");
        }
        fs.remove("CURRENT");
        assertThatThrownBy(() -> recover(fs))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("MANIFEST-000001 lists files");
        byte[] damaged = fs.content(MANIFEST);
        damaged[recordEnds(damaged).get(0) + 10] ^= 1;
        fs.set(MANIFEST, damaged);
        assertCorrupt("a MANIFEST that was in charge once");
    }

    @Test
    void somebodyElsesFilesDoNotHinderANewStore() throws Exception {
        ScriptedFileSystem other = new ScriptedFileSystem();
        other.set("LOCK", new byte[3]);
        other.set("README.md", new byte[3]);
        other.set("data.db", new byte[3]);

        assertThat(recover(other).manifestNumber()).isZero();
    }

    @Test
    void aCrashAfterAnyCallOfMakingAStoreLeavesOneThatOpens() throws Exception {
        int calls = callsOfMaking();
        for (int survivors = 0; survivors <= calls; survivors++) {
            ScriptedFileSystem crashed = new ScriptedFileSystem();
            int last = survivors;
            int[] count = {0};
            crashed.failWhen(call -> count[0]++ < last ? null : new IOException("crash"));
            try (ManifestWriter writer =
                    ManifestWriter.create(crashed, ScriptedFileSystem.DIRECTORY, 1, Manifests.newState())) {
                assertThat(writer.number()).isEqualTo(1);
            } catch (IOException e) {
                assertThat(e.toString() + e.getCause()).contains("crash");
            }
            crashed.failWhen(call -> null);

            ManifestState state = recover(crashed);
            if (state.manifestNumber() == 0) {
                ManifestState fresh = Manifests.newState();
                ManifestWriter.create(crashed, ScriptedFileSystem.DIRECTORY, 1, fresh)
                        .close();
            }
            assertThat(recover(crashed).keyspaces()).containsEntry(0, "default");
        }
    }

    @Test
    void theFirstManifestCutAnywhereWithoutCurrentIsARemainOfMaking() throws Exception {
        ScriptedFileSystem made = new ScriptedFileSystem();
        ManifestWriter.create(made, ScriptedFileSystem.DIRECTORY, 1, Manifests.newState())
                .close();
        made.remove("CURRENT");
        byte[] whole = made.content(MANIFEST);
        for (int cut = 0; cut <= whole.length; cut++) {
            made.set(MANIFEST, Arrays.copyOf(whole, cut));
            assertThat(recover(made).manifestNumber()).as("cut at %d", cut).isZero();
        }
    }

    @Test
    void aCurrentThatIsDamagedIsRefused() throws Exception {
        byte[] whole = fs.content("CURRENT");
        for (int cut = 0; cut < whole.length; cut++) {
            fs.set("CURRENT", Arrays.copyOf(whole, cut));
            assertCorrupt("cut at " + cut);
        }
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            fs.set("CURRENT", flipped);
            assertCorrupt("bit " + bit);
        }
        fs.set("CURRENT", Arrays.copyOf(whole, whole.length + 1));
        assertCorrupt("a byte too long");
        fs.set("CURRENT", ManifestFormat.current("LOCK"));
        assertCorrupt("no MANIFEST");
        fs.set("CURRENT", ManifestFormat.current("MANIFEST-000001/../x"));
        assertCorrupt("a path");
    }

    @Test
    void aCurrentThatPointsNowhereIsRefused() {
        fs.set("CURRENT", ManifestFormat.current("MANIFEST-000009"));

        assertThatThrownBy(() -> recover(fs))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("MANIFEST-000009 is damaged: CURRENT names it, but it is missing");
    }

    @Test
    void aManifestUnderAnothersNameIsRefused() {
        fs.set("MANIFEST-000009", fs.content(MANIFEST));
        fs.set("CURRENT", ManifestFormat.current("MANIFEST-000009"));

        assertThatThrownBy(() -> recover(fs))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("it is MANIFEST 1 under another's name");
    }

    private void assertCorrupt(String what) {
        assertThatThrownBy(() -> recover(fs)).as(what).isInstanceOf(CorruptionException.class);
    }

    private void assertTooNew(byte[] manifest, String found) {
        fs.set(MANIFEST, manifest);
        assertThatThrownBy(() -> recover(fs)).isInstanceOfSatisfying(UnsupportedFormatException.class, e -> {
            assertThat(e.age()).isEqualTo(UnsupportedFormatException.Age.TOO_NEW);
            assertThat(e).hasMessageContaining(found);
        });
        fs.set(MANIFEST, Manifests.written().content(MANIFEST));
    }

    private byte[] withHeaderInt(int at, int value) {
        byte[] manifest = Manifests.written().content(MANIFEST);
        ByteWriter header = new ByteWriter(64).putBytes(manifest, 0, 64);
        header.setInt(at, value);
        header.setInt(60, Checksum.of(header.array(), 0, 60));
        System.arraycopy(header.array(), 0, manifest, 0, 64);
        return manifest;
    }

    /** The MANIFEST with one more record of that payload, as a later build could have written it. */
    private static byte[] withRecord(ByteWriter payload) {
        byte[] manifest = Manifests.written().content(MANIFEST);
        long salt = new ByteReader(manifest, ManifestFormat.SALT_AT, 8).getLong();
        ByteWriter out = new ByteWriter(manifest.length + payload.size() + 8).putBytes(manifest);
        out.putInt(payload.size()).putInt(0).putBytes(payload.array(), 0, payload.size());
        out.setInt(
                manifest.length + 4, ManifestFormat.recordChecksum(salt, out.array(), manifest.length, payload.size()));
        return out.toByteArray();
    }

    private static ByteWriter tableWithExtra(int extraTag) {
        ByteWriter field =
                new ByteWriter(64).putVarint(0).putVarint(3).putVarint(30).putVarint(100);
        field.putSized(new byte[] {'k'}).putSized(new byte[] {'k'});
        field.putVarint(1).putVarint(1).putVarint(1).putVarint(0);
        field.putVarint(extraTag).putSized(new byte[5]);
        return new ByteWriter(64).putVarint(7).putSized(field.toByteArray());
    }

    private static List<Integer> recordEnds(byte[] manifest) {
        List<Integer> ends = new ArrayList<>();
        int position = 64;
        while (position < manifest.length) {
            position += 8 + new ByteReader(manifest, position, 4).getInt();
            ends.add(position);
        }
        assertThat(ends).hasSize(1 + Manifests.edits().length);
        return ends;
    }

    private static int callsOfMaking() throws IOException {
        ScriptedFileSystem made = new ScriptedFileSystem();
        ManifestWriter.create(made, ScriptedFileSystem.DIRECTORY, 1, Manifests.newState())
                .close();
        return made.takeCalls().size();
    }
}
