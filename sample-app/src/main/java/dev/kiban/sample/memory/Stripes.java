package dev.kiban.sample.memory;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Locks by key, few of them for all keys: work on one key is done one at a time. Thread safe. */
final class Stripes {

    private final ReentrantLock[] locks =
            Stream.generate(ReentrantLock::new).limit(64).toArray(ReentrantLock[]::new);

    <T> T with(MemoryKey key, Supplier<T> work) {
        ReentrantLock lock = locks[Math.floorMod(key.hashCode(), locks.length)];
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
