package dev.kiban.dashboard.browser;

import dev.kiban.Kiban;
import dev.kiban.RetryableException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread that puts random keys, and now and then reads one, until it is closed. */
final class Load implements AutoCloseable {

    private static final int KEYS = 20_000;
    private static final int BATCH = 50;

    private final Thread thread;
    private volatile boolean ended;

    Load(Kiban engine) {
        thread = new Thread(() -> run(engine), "load");
        thread.start();
    }

    private void run(Kiban engine) {
        SplittableRandom random = new SplittableRandom(20261201);
        byte[] value = new byte[200];
        while (!ended) {
            for (int i = 0; i < BATCH; i++) {
                random.nextBytes(value);
                put(engine, key(random), value);
            }
            engine.get(key(random));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2)); // leaves the processor to the browser
        }
    }

    private static void put(Kiban engine, byte[] key, byte[] value) {
        try {
            engine.put(key, value);
        } catch (RetryableException stalled) {
            // A stall is what some pages are to show.
        }
    }

    private static byte[] key(SplittableRandom random) {
        return ByteBuffer.allocate(8).putLong(random.nextInt(KEYS)).array();
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
