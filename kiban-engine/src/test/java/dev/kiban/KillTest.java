package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A killed process loses no write that was acknowledged under PROCESS or SYNC (F14). */
class KillTest {

    private static final int ROUNDS = 20;
    private static final int WRITERS = 4;

    @Test
    @Timeout(300)
    void everyAcknowledgedWriteSurvivesTwentyKillsUnderLoad(@TempDir Path directory) throws Exception {
        long seed = Seed.next();
        Random random = new Random(seed);
        long[] acknowledged = new long[WRITERS];
        long verified = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Process child = ChildJvm.start(
                            List.of(),
                            Writer.class,
                            directory.toString(),
                            Long.toString(random.nextLong()),
                            acknowledged[0] + "," + acknowledged[1] + "," + acknowledged[2] + "," + acknowledged[3])
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            int lines = 200 + random.nextInt(6_000);
            try (BufferedReader output =
                    new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII))) {
                for (int i = 0; i < lines; i++) {
                    acknowledge(output.readLine(), acknowledged);
                }
                child.toHandle().destroyForcibly(); // unlike the process, its handle leaves the stream open
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    acknowledge(line, acknowledged);
                }
            }
            child.waitFor();
            verified = verify(directory, acknowledged, seed, round);
        }
        assertThat(verified).isGreaterThan(ROUNDS * 200L);
    }

    /** A last line may be cut by the kill. */
    private static void acknowledge(String line, long[] acknowledged) {
        if (line != null && line.endsWith(".")) {
            int space = line.indexOf(' ');
            int writer = Integer.parseInt(line.substring(0, space));
            acknowledged[writer] = Long.parseLong(line.substring(space + 1, line.length() - 1));
        }
    }

    private static long verify(Path directory, long[] acknowledged, long seed, int round) {
        long verified = 0;
        try (Kiban db = Kiban.open(directory, Writer.options())) {
            for (int writer = 0; writer < WRITERS; writer++) {
                for (long n = 1; n <= acknowledged[writer]; n++) {
                    assertThat(db.get(Writer.key(writer, n)))
                            .as("write %d of writer %d after kill %d; %s", n, writer, round, Seed.message(seed))
                            .isEqualTo(Writer.value(writer, n));
                    verified++;
                }
            }
        }
        return verified;
    }

    /** Writes numbered entries from four threads and prints the number of each that was acknowledged. */
    static final class Writer {

        private Writer() {}

        static KibanOptions options() {
            return KibanOptions.builder()
                    .memtableSize(256 * 1024)
                    .levelBaseSize(512 * 1024)
                    .tableSize(256 * 1024)
                    .cacheSize(4 * 1024 * 1024)
                    .build();
        }

        static byte[] key(int writer, long n) {
            return ByteBuffer.allocate(9).put((byte) writer).putLong(n).array();
        }

        static byte[] value(int writer, long n) {
            byte[] value = new byte[40 + (int) (n % 200)];
            new Random(writer * 1_000_003L + n).nextBytes(value);
            return value;
        }

        public static void main(String[] arguments) throws IOException, InterruptedException {
            Kiban db = Kiban.open(Path.of(arguments[0]), options());
            long seed = Long.parseLong(arguments[1]);
            String[] from = arguments[2].split(",", -1);
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
            Thread[] threads = new Thread[WRITERS];
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                threads[i] = new Thread(() -> {
                    Random random = new Random(seed + writer);
                    for (long n = Long.parseLong(from[writer]) + 1; ; n++) {
                        Durability durability = random.nextInt(50) == 0 ? Durability.SYNC : Durability.PROCESS;
                        db.put(key(writer, n), value(writer, n), durability);
                        out.print(writer + " " + n + ".\n");
                    }
                });
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
