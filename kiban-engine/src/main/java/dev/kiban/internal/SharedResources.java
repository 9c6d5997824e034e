package dev.kiban.internal;

import dev.kiban.internal.cache.BlockCache;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The block cache and the threads of one or more engines: flushes, compactions, events (one an engine at most, so that a slow
 * listener delays its own engine's only), and one timer. Threads are daemons, start on
 * demand and end after some idle seconds (the timer once no engine is left). Thread safe.
 */
public final class SharedResources implements AutoCloseable {

    private static final long IDLE_SECONDS = 10;

    private final long cacheSize;
    private final int compactionThreads;
    private final BlockCache cache;
    private final ThreadPoolExecutor flushes;
    private final ThreadPoolExecutor compactions;
    private final ThreadPoolExecutor events;
    private final ScheduledThreadPoolExecutor timer;
    private int engines; // guarded by this
    private boolean closed; // guarded by this

    public SharedResources(long cacheSize, int compactionThreads) {
        this.cacheSize = cacheSize;
        this.compactionThreads = compactionThreads;
        this.cache = BlockCache.create(cacheSize);
        this.flushes = pool("flush", Math.max(1, compactionThreads / 2));
        this.compactions = pool("compaction", compactionThreads);
        this.events = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), threads("events"));
        this.timer = new ScheduledThreadPoolExecutor(1, threads("timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    public long cacheSize() {
        return cacheSize;
    }

    public int compactionThreads() {
        return compactionThreads;
    }

    public BlockCache cache() {
        return cache;
    }

    public Executor flushes() {
        return flushes;
    }

    public Executor compactions() {
        return compactions;
    }

    public Executor events() {
        return events;
    }

    public ScheduledThreadPoolExecutor timer() {
        return timer;
    }

    /**
     * @throws IllegalStateException when the resources are closed
     */
    synchronized void join() {
        if (closed) {
            throw new IllegalStateException("the resources are closed; open the store with others");
        }
        engines++;
    }

    synchronized void leave() {
        engines--;
    }

    @Override
    public synchronized void close() {
        if (engines > 0) {
            throw new IllegalStateException(engines + " stores still use the resources; close them first");
        }
        if (closed) {
            return;
        }
        closed = true;
        flushes.shutdown();
        compactions.shutdown();
        events.shutdown();
        timer.shutdownNow();
        cache.close();
    }

    private static ThreadPoolExecutor pool(String work, int threads) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads(work));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory threads(String work) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "kiban-" + work + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            // A web application's loader must not be held by a thread that happened to start during its request.
            thread.setContextClassLoader(SharedResources.class.getClassLoader());
            return thread;
        };
    }
}
