package dev.kiban.sample.load;

import dev.kiban.Keyspace;
import dev.kiban.Kiban;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The switch of the built-in load, which keeps its records in a keyspace of its own. At most one load runs. Closing it, which
 * Spring does before it closes the store, stops it. Thread safe.
 */
@Component
public final class Load implements AutoCloseable {

    private final Keyspace keyspace;
    private final LoadLanes lanes;
    private volatile @Nullable LoadRun run;
    private boolean closed;

    Load(Kiban kiban) {
        this.keyspace = kiban.keyspace("load");
        this.lanes = LoadLanes.find(keyspace);
    }

    /** Starts a load in place of the one that runs. It goes on after the records that earlier loads wrote. */
    public synchronized LoadStatus start(LoadSettings settings) {
        if (closed) {
            throw new IllegalStateException("the application is stopping");
        }
        stop();
        LoadRun started = LoadRun.start(keyspace, lanes, settings);
        run = started;
        return started.status();
    }

    /** Stops the load, if one runs, and returns when its threads have ended. */
    public synchronized LoadStatus stop() {
        LoadRun last = run;
        if (last != null) {
            last.stop();
        }
        return status();
    }

    public LoadStatus status() {
        LoadRun last = run;
        return last == null ? LoadStatus.never(lanes.records()) : last.status();
    }

    @Override
    public synchronized void close() {
        closed = true;
        stop();
    }
}
