package dev.kiban.internal.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.CorruptionException;
import dev.kiban.UnsupportedFormatException;
import dev.kiban.UnsupportedFormatException.Age;
import dev.kiban.internal.codec.Checksum;
import dev.kiban.internal.wal.WalFixture.Group;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WalReaderTest {

    private final WalFixture wal = new WalFixture();

    /** A payload that begins with its own length, so that no two are alike. */
    private static byte[] payload(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    /** Appends groups of the lengths, one sequence each from 1 on; each knows the one before the last to be durable. */
    private List<Group> write(long number, int... lengths) throws IOException {
        List<Group> groups = new ArrayList<>();
        try (WalWriter log = wal.create(number)) {
            for (int length : lengths) {
                long first = groups.size() + 1L;
                long durable = Math.max(0, first - 2);
                log.append(payload(length), 0, length, first, 1, durable, false);
                groups.add(Group.of(first, 1, durable, payload(length)));
            }
        }
        return groups;
    }

    /** Where groups of the lengths begin, and where the last ends. */
    private static List<Long> offsets(int... lengths) {
        List<Long> offsets = new ArrayList<>(List.of(64L));
        for (int length : lengths) {
            offsets.add(WalFormat.align(offsets.get(offsets.size() - 1) + 40 + length));
        }
        return offsets;
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void groupsOfOddSizesComeBack() throws IOException {
        int[] lengths = {0, 1, 7, 8, 9, 127, 65_535, 65_536, 262_104, 262_105, 400_000, 1, 16 << 20, 0, 5};
        assertThat(write(1, lengths)).isEqualTo(wal.read(1));
        try (WalReader reader = wal.open(1)) {
            List<Long> found = new ArrayList<>();
            while (reader.next()) {
                found.add(reader.groupOffset());
            }
            found.add(reader.position());
            assertThat(found).isEqualTo(offsets(lengths));
            assertThat(reader.scanForDurable()).isNull();
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void manySmallGroupsAcrossChunksComeBack() throws IOException {
        SplittableRandom random = new SplittableRandom(42);
        int[] lengths = random.ints(5000, 0, 700).toArray();
        assertThat(write(1, lengths)).isEqualTo(wal.read(1));
    }

    @Test
    void anEmptyLogHasNoGroups() throws IOException {
        write(1);
        try (WalReader reader = wal.open(1)) {
            assertThat(reader.next()).isFalse();
            assertThat(reader.hasGroup()).isFalse();
            assertThat(reader.isTornCreation()).isFalse();
            assertThat(reader.position()).isEqualTo(64);
            assertThat(reader.scanForDurable()).isNull();
        }
    }

    @Test
    void aCutAnywhereLeavesExactlyTheWholeGroupsBeforeIt() throws IOException {
        int[] lengths = {5, 0, 16, 100, 1};
        List<Group> groups = write(1, lengths);
        List<Long> offsets = offsets(lengths);
        byte[] whole = wal.bytes(1);
        for (int cut = 0; cut <= offsets.get(lengths.length); cut++) {
            wal.replace(1, Arrays.copyOf(whole, cut));
            int expected = 0;
            while (expected < lengths.length && offsets.get(expected) + 40 + lengths[expected] <= cut) {
                expected++;
            }
            try (WalReader reader = wal.open(1)) {
                assertThat(reader.isTornCreation()).isEqualTo(cut < 64);
                assertThat(WalFixture.rest(reader)).as("cut at %d", cut).isEqualTo(groups.subList(0, expected));
                DurableClaim claim = reader.scanForDurable();
                // A torn group's own header may be whole; it never claims what comes after it.
                assertThat(claim == null ? 0 : claim.durableSequence()).isLessThan(expected + 1L);
            }
        }
    }

    @Test
    void everyFlippedBitIsNoticedOrHarmless() throws IOException {
        int[] lengths = {5, 0, 16, 30, 1};
        List<Group> groups = write(1, lengths);
        List<Long> offsets = offsets(lengths);
        byte[] whole = Arrays.copyOf(wal.bytes(1), 1024);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            int at = bit / 8;
            flipped[at] ^= (byte) (1 << bit % 8);
            wal.replace(1, flipped);
            if (at < 64) {
                assertThatThrownBy(() -> wal.open(1)).as("bit %d", bit).isInstanceOf(CorruptionException.class);
                continue;
            }
            int expected = groups.size();
            for (int i = 0; i < lengths.length; i++) {
                if (at >= offsets.get(i) && at < offsets.get(i) + 40 + lengths[i]) {
                    expected = i;
                }
            }
            try (WalReader reader = wal.open(1)) {
                assertThat(WalFixture.rest(reader)).as("bit %d", bit).isEqualTo(groups.subList(0, expected));
                DurableClaim claim = reader.scanForDurable();
                // Group n + 1 (from one) is proved durable by group n + 3, where there is one.
                boolean lost = expected + 2 < groups.size();
                assertThat(claim != null && claim.durableSequence() >= expected + 1)
                        .as("bit %d", bit)
                        .isEqualTo(lost);
            }
        }
    }

    @Test
    void aLaterHeaderThatProvesTheGapDurableIsFoundFarBehindIt() throws IOException {
        int[] lengths = {10, 1_000_000, 300_000, 4};
        write(1, lengths);
        List<Long> offsets = offsets(lengths);
        byte[] damaged = wal.bytes(1);
        damaged[(int) (offsets.get(1) + 40 + 500_000)] ^= 1;
        wal.replace(1, damaged);
        try (WalReader reader = wal.open(1)) {
            assertThat(WalFixture.rest(reader)).hasSize(1);
            assertThat(reader.nextSequence()).isEqualTo(2);
            assertThat(reader.position()).isEqualTo(offsets.get(1));
            assertThat(reader.scanForDurable()).isEqualTo(new DurableClaim(2, offsets.get(3)));
        }
    }

    @Test
    void aFreshReaderScansTheWholeLog() throws IOException {
        int[] lengths = {10, 20, 30, 40};
        write(1, lengths);
        try (WalReader reader = wal.open(1)) {
            assertThat(reader.scanForDurable())
                    .isEqualTo(new DurableClaim(2, offsets(lengths).get(3)));
            assertThat(reader.next()).isTrue();
        }
    }

    @Test
    void aSequenceThatDoesNotFollowIsAGap() throws IOException {
        try (WalWriter log = wal.create(1)) {
            log.append(payload(8), 0, 8, 10, 5, 9, false);
            log.append(payload(9), 0, 9, 15, 1, 9, false);
            log.append(payload(10), 0, 10, 17, 1, 16, false);
        }
        try (WalReader reader = wal.open(1)) {
            assertThat(WalFixture.rest(reader)).hasSize(2);
            assertThat(reader.nextSequence()).isEqualTo(16);
            assertThat(reader.scanForDurable())
                    .isEqualTo(new DurableClaim(16, offsets(8, 9).get(2)));
        }
    }

    @Test
    void aValueThatLooksLikeAGroupDoesNotFoolTheScan() throws IOException {
        write(2, 24, 24, 24);
        byte[] other =
                Arrays.copyOfRange(wal.bytes(2), 64, offsets(24, 24, 24).get(3).intValue());
        byte[] renumbered = other.clone(); // the same records, as if they were this log's
        for (int at = 0; at < renumbered.length; at += 64) {
            littleEndian(renumbered).putLong(at + 16, 1).putLong(at + 32, Long.MAX_VALUE);
            littleEndian(renumbered).putInt(at, Checksum.of(renumbered, at + 4, 36));
        }
        for (byte[] imitation : List.of(other, renumbered)) {
            try (WalWriter log = wal.create(1)) {
                log.append(payload(8), 0, 8, 1, 1, 0, false);
                log.append(imitation, 0, imitation.length, 2, 1, 0, false);
            }
            byte[] damaged = wal.bytes(1);
            damaged[64 + 48] ^= 1; // the header of the group with the imitation
            wal.replace(1, damaged);
            try (WalReader reader = wal.open(1)) {
                assertThat(WalFixture.rest(reader)).hasSize(1);
                assertThat(reader.scanForDurable()).isNull();
            }
        }
    }

    @Test
    void leftoversOfAnotherLogBehindTheEndAreNotRead() throws IOException {
        write(2, 24, 24, 24, 24);
        byte[] recycled = wal.bytes(2);
        List<Group> groups = write(1, 24);
        System.arraycopy(wal.bytes(1), 0, recycled, 0, 128);
        wal.replace(1, recycled);
        try (WalReader reader = wal.open(1)) {
            assertThat(WalFixture.rest(reader)).isEqualTo(groups);
            assertThat(reader.scanForDurable()).isNull();
        }
    }

    @Test
    void anErasedTailStaysErased() throws IOException {
        int[] lengths = {10, 20, 30};
        List<Group> groups = write(1, lengths);
        wal.fs.takeScript();
        WalReader.eraseTail(wal.fs, wal.file(1), offsets(lengths).get(1));
        WalReader.eraseTail(wal.fs, wal.file(1), offsets(lengths).get(1));
        assertThat(wal.fs.takeScript())
                .containsExactly(
                        "openForWrite 000001.wal",
                        "truncate 000001.wal 120",
                        "sync 000001.wal",
                        "close 000001.wal",
                        "openForWrite 000001.wal",
                        "sync 000001.wal",
                        "close 000001.wal");
        assertThat(wal.read(1)).isEqualTo(groups.subList(0, 1));
    }

    @Test
    void aHeaderThatWasNeverCompletedIsATornCreation() throws IOException {
        write(1);
        byte[] whole = wal.bytes(1);
        for (int written = 0; written <= 60; written++) {
            byte[] torn = new byte[whole.length];
            System.arraycopy(whole, 0, torn, 0, written);
            wal.replace(1, torn);
            try (WalReader reader = wal.open(1)) {
                assertThat(reader.isTornCreation()).isTrue();
                assertThat(reader.next()).isFalse();
                assertThat(reader.scanForDurable()).isNull();
            }
        }
    }

    /** Changes the header and makes its checksum hold again. */
    private void rewriteHeader(int at, int value) throws IOException {
        byte[] bytes = wal.bytes(1);
        littleEndian(bytes).putInt(at, value);
        littleEndian(bytes).putInt(60, Checksum.of(bytes, 0, 60));
        wal.replace(1, bytes);
    }

    @Test
    void aFormatThatIsTooNewIsToldFromDamage() throws IOException {
        write(1, 5);
        rewriteHeader(8, 2);
        assertAge(Age.TOO_NEW);
        rewriteHeader(8, 0);
        assertAge(Age.TOO_OLD);
        rewriteHeader(8, 1);
        rewriteHeader(12, 1 << 30);
        assertAge(Age.TOO_NEW);
        rewriteHeader(12, 0);
        rewriteHeader(56, -1); // features that do not keep a reader out
        assertThat(wal.read(1)).hasSize(1);
        rewriteHeader(0, 1);
        assertThatThrownBy(() -> wal.open(1)).isInstanceOf(CorruptionException.class);
    }

    private void assertAge(Age age) {
        assertThatThrownBy(() -> wal.open(1))
                .isInstanceOfSatisfying(
                        UnsupportedFormatException.class,
                        e -> assertThat(e.age()).isEqualTo(age));
    }

    @Test
    void anotherStoresOrAnotherNumbersLogIsRefused() throws IOException {
        write(1, 5);
        assertThatThrownBy(() -> WalReader.open(wal.fs, wal.file(1), WalFixture.HIGH, 3, 1))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("another store");
        wal.replace(2, wal.bytes(1));
        assertThatThrownBy(() -> wal.open(2))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("another number");
    }

    @Test
    void aWholeGroupThatHoldsNonsenseIsTyped() throws IOException {
        try (WalWriter log = wal.create(1)) {
            log.append(new byte[] {1, 1, 9}, 0, 3, 1, 1, 0, false);
            log.append(new byte[] {4, 1, 0, 0}, 0, 4, 2, 1, 0, false);
        }
        try (WalReader reader = wal.open(1)) {
            reader.next();
            assertThatThrownBy(() -> reader.forEachOperation((a, b, c, d, e, f) -> {}))
                    .isInstanceOfSatisfying(
                            CorruptionException.class,
                            e -> assertThat(e.offset()).isEqualTo(64));
            reader.next();
            assertThatThrownBy(() -> reader.forEachOperation((a, b, c, d, e, f) -> {}))
                    .isInstanceOfSatisfying(
                            UnsupportedFormatException.class,
                            e -> assertThat(e.age()).isEqualTo(Age.TOO_NEW));
        }
    }

    @Test
    void aLengthBeyondTheFileIsAGapAndAllocatesNothing() throws IOException {
        write(1, 8, 8);
        byte[] bytes = wal.bytes(1);
        long salt = littleEndian(bytes).getLong(24);
        for (int length : new int[] {1 << 29, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            littleEndian(bytes).putInt(112 + 8, length);
            littleEndian(bytes).putInt(112, Checksum.salted(salt, bytes, 116, 36));
            wal.replace(1, bytes);
            assertThat(wal.read(1)).hasSize(1);
        }
    }
}
