package dev.kiban.internal.fs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A directory held twice over: by a claim in this JVM, then by an operating-system lock on its file {@code LOCK}.
 *
 * <p>The claim comes first because POSIX drops a process's lock on a file as soon as the process closes any handle of that
 * file: a second opener in this JVM must be turned away before it opens {@code LOCK}. For the same reason the claim is
 * given up last. Claims are system properties, one for each directory's real path: the only map that all class loaders
 * share, and strings are all that belongs there.
 *
 * <p>Tools that set the system properties back can lose a claim. The JDK then notices the second lock, but only once
 * {@code LOCK} is open: that handle is kept open for good, and the new claim stands in for the lost one.
 *
 * <p>The text in {@code LOCK} serves the refusal's message and decides nothing; the file stays when the lock goes.
 * Thread safe.
 */
final class RealDirectoryLock implements DirectoryLock {

    private static final String CLAIM_PREFIX = "dev.kiban.open.";
    private static final Pattern HOLDER = Pattern.compile("pid \\d{1,10} on host [\\w.:-]{1,255} since [\\w.:-]{1,40}");
    private static final int HOLDER_MAX_LENGTH = 400;

    /** Handles whose closing would drop a lock that this JVM holds through another. */
    private static final Set<FileChannel> KEPT_OPEN = ConcurrentHashMap.newKeySet();

    private final String claim;
    private final FileChannel channel;
    private boolean closed; // guarded by this

    private RealDirectoryLock(String claim, FileChannel channel) {
        this.claim = claim;
        this.channel = channel;
    }

    static DirectoryLock acquire(Path directory) throws IOException {
        Path real = directory.toRealPath();
        String claim = CLAIM_PREFIX + real;
        String self = self();
        Object holder = System.getProperties().putIfAbsent(claim, self);
        if (holder != null) {
            throw refused(directory, "this JVM (" + holder + ")");
        }
        boolean interrupted = Thread.interrupted();
        FileChannel channel = null;
        boolean lostClaim = false;
        try {
            while (channel == null) {
                try {
                    channel = lockFile(directory, real.resolve("LOCK"), self);
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                }
            }
            return new RealDirectoryLock(claim, channel);
        } catch (OverlappingFileLockException e) {
            lostClaim = true;
            throw refused(directory, "this JVM");
        } finally {
            if (channel == null && !lostClaim) {
                System.getProperties().remove(claim);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the channel that holds the lock, or throws; an interrupt shows as a {@link ClosedChannelException}. */
    private static FileChannel lockFile(Path directory, Path file, String self) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw RealFileSystem.named(file, e, 0);
        }
        boolean keep = false;
        try {
            if (channel.tryLock() == null) {
                throw refused(directory, holder(channel));
            }
            announce(channel, self);
            keep = true;
            return channel;
        } catch (OverlappingFileLockException e) {
            KEPT_OPEN.add(channel);
            keep = true;
            throw e;
        } finally {
            if (!keep) {
                channel.close();
            }
        }
    }

    private static DirectoryLockedException refused(Path directory, String holder) {
        return new DirectoryLockedException(directory + " is already open in " + holder);
    }

    private static String self() {
        String host = System.getenv("HOSTNAME");
        if (host == null) {
            host = System.getenv("COMPUTERNAME");
        }
        return "pid " + ProcessHandle.current().pid() + " on host " + (host == null ? "unknown" : host) + " since "
                + Instant.now();
    }

    /** Writes who holds the lock. Worth no failure: a full disk must not keep a store from opening. */
    private static void announce(FileChannel channel, String self) throws ClosedChannelException {
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((self + "\n").getBytes(StandardCharsets.UTF_8)), 0);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            // The lock is held all the same; a refusal's message will be less helpful.
        }
    }

    /** Who the file says holds it: anything may stand there, so only the expected words are repeated. */
    private static String holder(FileChannel channel) throws ClosedChannelException {
        ByteBuffer text = ByteBuffer.allocate(HOLDER_MAX_LENGTH);
        try {
            channel.read(text, 0);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            return "another process"; // Windows does not let others read a locked file
        }
        Matcher words = HOLDER.matcher(new String(text.array(), 0, text.position(), StandardCharsets.UTF_8));
        return words.find() ? "another process (" + words.group() + ")" : "another process";
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            channel.close();
        } finally {
            System.getProperties().remove(claim);
        }
    }
}
