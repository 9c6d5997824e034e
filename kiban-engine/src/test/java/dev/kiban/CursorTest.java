package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cursor that stays open while the tree below it changes. */
@Timeout(60)
class CursorTest {

    private static final int ENTRIES = 3_000;

    private final WatchedFileSystem fs = new WatchedFileSystem();

    @Test
    void replacedFilesGoWhileACursorIsOpenAndItShowsWhatItWouldHaveShown() {
        walkAcrossACompaction(KeyRange.all());
    }

    @Test
    void aReversedCursorLetsFilesGoToo() {
        walkAcrossACompaction(KeyRange.all().reversed());
    }

    private void walkAcrossACompaction(KeyRange range) {
        KibanOptions options = KibanOptions.builder()
                .memtableSize(1 << 20)
                .l0CompactionFiles(100)
                .l0SlowdownFiles(200)
                .l0StopFiles(300)
                .build();
        try (Kiban db = Kiban.open(fs, StoreImage.DIRECTORY, options)) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < ENTRIES; i++) {
                db.put(key(i), Contents.bytes("old " + i));
                expected.add(Contents.text(key(i)) + "=old " + i);
                if (i % 500 == 499) {
                    db.flush();
                }
            }
            if (range.isReversed()) {
                Collections.reverse(expected);
            }
            List<String> shown = new ArrayList<>();
            try (Cursor cursor = db.scan(range)) {
                step(cursor, 10, shown);
                List<String> before = fs.image().names(".*\\.sst");
                for (int i = 0; i < ENTRIES; i += 2) {
                    db.delete(key(i));
                    db.put(key(i + 1), Contents.bytes("new"));
                }
                db.compact();
                assertThat(fs.image().names(".*\\.sst")).containsAll(before);
                assertThat(db.metrics().snapshots().pinnedBytes()).isGreaterThan(0);
                step(cursor, 1_000, shown);
                until(fs, before);
                assertThat(db.metrics().snapshots().cursors()).isEqualTo(1);
                step(cursor, Integer.MAX_VALUE, shown);
            }
            assertThat(shown).isEqualTo(expected);
            assertThat(db.metrics().snapshots().cursors()).isZero();
            assertThat(Contents.of(db.keyspace(), ReadOptions.latest())).hasSize(ENTRIES / 2);
        }
    }

    /** Returns once none of the tables is there any more. */
    private static void until(WatchedFileSystem fs, List<String> gone) {
        while (!Collections.disjoint(fs.image().names(".*\\.sst"), gone)) {
            Thread.onSpinWait();
        }
    }

    private static void step(Cursor cursor, int steps, List<String> shown) {
        for (int i = 0; i < steps && cursor.next(); i++) {
            shown.add(Contents.text(cursor.key()) + "=" + Contents.text(cursor.value()));
        }
    }

    private static byte[] key(int i) {
        return Contents.bytes(String.format("key-%06d", i));
    }
}
