package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A cursor that nobody moves or closes keeps what it shows, and nothing that came later. */
class IdleCursorTest {

    private static final int VALUE = 1_000;

    @Test
    void writesBesideAnIdleCursorDoNotPileUpInMemoryOrOnDisk() {
        KibanOptions options = KibanOptions.builder()
                .memtableSize(256 * 1024)
                .levelBaseSize(1024 * 1024)
                .tableSize(256 * 1024)
                .compression(Compression.NONE)
                .build();
        try (Kiban db = Kiban.openInMemory(options)) {
            db.put(key(-1), new byte[VALUE]);
            try (Cursor idle = db.scan(KeyRange.all())) {
                assertThat(idle.next()).isTrue();
                for (int round = 0; round < 8; round++) {
                    for (int i = 0; i < 1_000; i++) {
                        db.put(key(i), new byte[VALUE]);
                    }
                    db.flush();
                }
                db.compact();
                // Each round wrote the same megabyte: what the later ones replaced goes soon, though the cursor is
                // older.
                long deadline = System.nanoTime() + 30_000_000_000L;
                while (db.metrics().snapshots().pinnedBytes() > 512 * 1024 && System.nanoTime() < deadline) {
                    Thread.onSpinWait();
                }
                assertThat(db.metrics().snapshots().pinnedBytes()).isLessThan(512 * 1024);
                assertThat(idle.next()).isFalse();
            }
        }
    }

    private static byte[] key(int n) {
        return ByteBuffer.allocate(4).putInt(n).array();
    }
}
