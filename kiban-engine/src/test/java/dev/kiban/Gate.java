package dev.kiban;

import java.util.concurrent.CountDownLatch;

/** Holds up everybody who creates a table file, until it is opened. Thread safe; opened once. */
final class Gate implements WatchedFileSystem.Watch {

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    @Override
    public void before(WatchedFileSystem.Call call, String name) {
        if (call == WatchedFileSystem.Call.CREATE && name.endsWith(".sst")) {
            arrived.countDown();
            await(opened);
        }
    }

    /** Returns once somebody stands before the gate. */
    void awaitSomebody() {
        await(arrived);
    }

    void open() {
        opened.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
