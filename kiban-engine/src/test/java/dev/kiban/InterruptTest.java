package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Interrupts of callers disturb nobody (F05). */
class InterruptTest {

    @Test
    @Timeout(120)
    void interruptedCallersGetTheirCallsDoneKeepTheirFlagAndDisturbNobody(@TempDir Path directory)
            throws InterruptedException {
        long seed = Seed.next();
        KibanOptions options = KibanOptions.builder()
                .memtableSize(128 * 1024)
                .levelBaseSize(512 * 1024)
                .tableSize(128 * 1024)
                .cacheSize(64 * 1024)
                .build();
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger flagsKept = new AtomicInteger();
        int[] written = new int[4];
        try (Kiban db = Kiban.open(directory, options)) {
            List<Thread> victims = new ArrayList<>();
            for (int id = 0; id < 4; id++) {
                int writer = id;
                Thread thread = new Thread(() -> {
                    try {
                        Random random = new Random(seed + writer);
                        while (!stop.get()) {
                            db.put(
                                    key(writer, written[writer]),
                                    new byte[100],
                                    random.nextInt(200) == 0 ? Durability.SYNC : Durability.PROCESS);
                            written[writer]++;
                            assertThat(db.get(key(writer, random.nextInt(written[writer]))))
                                    .hasSize(100);
                            if (random.nextInt(100) == 0) {
                                try (Cursor cursor = db.scan(KeyRange.prefix(new byte[] {(byte) writer}))) {
                                    for (int i = 0; i < 20 && cursor.next(); i++) {
                                        assertThat(cursor.value()).hasSize(100);
                                    }
                                }
                            }
                            if (Thread.interrupted()) {
                                flagsKept.incrementAndGet();
                            }
                        }
                    } catch (Throwable e) {
                        failures.add(e);
                    }
                });
                thread.start();
                victims.add(thread);
            }
            Random random = new Random(seed);
            while (flagsKept.get() < 2_000 && failures.isEmpty()) {
                victims.get(random.nextInt(4)).interrupt();
                Thread.onSpinWait();
            }
            stop.set(true);
            for (Thread victim : victims) {
                victim.join();
            }
            assertThat(failures).as(Seed.message(seed)).isEmpty();
            assertThat(db.metrics().compactions().completed()).isPositive();
            db.put(new byte[] {9}, new byte[] {9}, Durability.SYNC);
        }
        try (Kiban db = Kiban.open(directory, options)) {
            for (int writer = 0; writer < 4; writer++) {
                for (int n = 0; n < written[writer]; n++) {
                    assertThat(db.get(key(writer, n))).as(Seed.message(seed)).hasSize(100);
                }
            }
        }
    }

    private static byte[] key(int writer, int n) {
        return ByteBuffer.allocate(5).put((byte) writer).putInt(n).array();
    }
}
