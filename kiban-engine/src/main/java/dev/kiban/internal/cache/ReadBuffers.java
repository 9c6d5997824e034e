package dev.kiban.internal.cache;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A small pool of read buffers of one size, so that direct memory is not left to the garbage collector. A taker starts at a place
 * that its thread's id chooses; when every place is empty a new buffer is made, and one that finds no place is dropped. Thread
 * safe and free of locks.
 */
public final class ReadBuffers {

    private final AtomicReferenceArray<@Nullable ReadBuffer> idle;
    private final int ioBytes;

    ReadBuffers(int places, int ioBytes) {
        this.idle = new AtomicReferenceArray<>(places);
        this.ioBytes = ioBytes;
    }

    public ReadBuffer take() {
        int start = start();
        for (int i = 0; i < idle.length(); i++) {
            int place = (start + i) % idle.length();
            if (idle.get(place) != null) {
                ReadBuffer buffer = idle.getAndSet(place, null);
                if (buffer != null) {
                    return buffer;
                }
            }
        }
        return new ReadBuffer(ioBytes);
    }

    /** Takes a buffer back; the giver must not use it any more. */
    public void give(ReadBuffer buffer) {
        buffer.trim();
        int start = start();
        for (int i = 0; i < idle.length(); i++) {
            if (idle.compareAndSet((start + i) % idle.length(), null, buffer)) {
                return;
            }
        }
    }

    private int start() {
        return (int) (Thread.currentThread().getId() & 0xFFFF) % idle.length();
    }
}
