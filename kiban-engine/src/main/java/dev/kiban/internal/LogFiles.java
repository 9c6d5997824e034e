package dev.kiban.internal;

import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.wal.WalFormat;
import dev.kiban.internal.wal.WalWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How many bytes the logs take, without asking the file system: for pictures. Thread safe. */
final class LogFiles {

    private final Map<Long, Long> closedSizes = new ConcurrentHashMap<>();
    private final LongAdder writtenBefore = new LongAdder();
    private volatile WalWriter current;

    private LogFiles(WalWriter current) {
        this.current = current;
    }

    /** The live logs of a store that was just recovered. */
    static LogFiles of(FileSystem fs, Path directory, Collection<Long> live, WalWriter current) throws IOException {
        LogFiles logs = new LogFiles(current);
        for (long number : live) {
            if (number != current.logNumber()) {
                logs.closedSizes.put(number, fs.size(WalFormat.file(directory, number)));
            }
        }
        return logs;
    }

    /** The log of before is complete. */
    void rotated(WalWriter next) {
        WalWriter before = current;
        closedSizes.put(before.logNumber(), before.size());
        writtenBefore.add(before.bytesWritten());
        current = next;
    }

    /** Bytes of the files of the live logs. */
    long size(List<Long> live) {
        closedSizes.keySet().retainAll(live);
        long size = current.size();
        for (long bytes : closedSizes.values()) {
            size += bytes;
        }
        return size;
    }

    /** Bytes given to the operating system since the store was opened. */
    long bytesWritten() {
        return writtenBefore.sum() + current.bytesWritten();
    }
}
