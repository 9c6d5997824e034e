package dev.kiban.internal.fs;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Positional reads through one {@link FileChannel}, shared by all threads.
 *
 * <p>An interrupt closes the channel that the interrupted thread reads from, for every thread. So the flag is taken down
 * before a read; when an interrupt comes during one, the first thread that notices opens the file again, everybody
 * retries, and the flag goes up again at the end. Opening again needs the file's name: a file that is deleted or renamed
 * while it is open stays readable unless an interrupt hits one of its reads.
 *
 * <p>Thread safe.
 */
final class RealReadableFile implements ReadableFile {

    /** The JDK reads into an array through a native buffer of the same size that it keeps; this bounds it. */
    private static final int ARRAY_STEP = 256 * 1024;

    private final Path path;
    private final long size;
    private volatile FileChannel channel;
    private boolean closed; // guarded by this

    RealReadableFile(Path path) throws IOException {
        this.path = path;
        this.size = Files.size(path);
        this.channel = FileChannel.open(path, StandardOpenOption.READ);
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        int from = target.position();
        int end = target.limit();
        int step = target.isDirect() ? Integer.MAX_VALUE : ARRAY_STEP;
        boolean interrupted = Thread.interrupted();
        try {
            for (int at = from; at < end; ) {
                FileChannel current = channel;
                int count;
                try {
                    target.limit(at + Math.min(step, end - at)).position(at);
                    count = current.read(target, position + (at - from));
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    reopen(current);
                    continue;
                }
                if (count < 0) {
                    throw new EOFException(path + " ends before byte " + (position + (end - from)));
                }
                at += count;
            }
        } finally {
            target.limit(end);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void reopen(FileChannel broken) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (channel == broken) {
            channel = FileChannel.open(path, StandardOpenOption.READ);
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }
}
