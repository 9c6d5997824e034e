package dev.kiban.sample.load;

import dev.kiban.Cursor;
import dev.kiban.KeyRange;
import dev.kiban.Keyspace;
import dev.kiban.sample.memory.MemoryKey;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * How far each writer has come. A lane belongs to at most one writer, which numbers its records 1, 2, 3 …, so everything up to a
 * lane's last number has been written and must be readable, over restarts and crashes too. Thread safe.
 */
final class LoadLanes {

    static final int COUNT = 64;

    private final AtomicLongArray written = new AtomicLongArray(COUNT);

    /** Finds in the store how far the lanes had come: an agent's newest record is the first that a cursor meets. */
    static LoadLanes find(Keyspace keyspace) {
        LoadLanes lanes = new LoadLanes();
        for (int lane = 0; lane < COUNT; lane++) {
            for (int agent = 0; agent < LoadRecord.AGENTS; agent++) {
                byte[] prefix = MemoryKey.prefix(LoadRecord.agent(lane, agent));
                try (Cursor cursor = keyspace.scan(KeyRange.prefix(prefix))) {
                    if (cursor.next()) {
                        long newest = MemoryKey.id(cursor.key()).sequence();
                        lanes.written.accumulateAndGet(lane, newest, Math::max);
                    }
                }
            }
        }
        return lanes;
    }

    /** The last number that the lane has written, 0 for none. */
    long written(int lane) {
        return written.get(lane);
    }

    /** The lane's writer has written its next number. */
    void advance(int lane) {
        written.incrementAndGet(lane);
    }

    /** Lanes that hold records. */
    int[] used() {
        return IntStream.range(0, COUNT).filter(lane -> written(lane) > 0).toArray();
    }

    /** Records of all lanes. */
    long records() {
        return IntStream.range(0, COUNT).mapToLong(this::written).sum();
    }
}
