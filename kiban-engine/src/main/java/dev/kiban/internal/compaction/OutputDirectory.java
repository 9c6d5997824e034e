package dev.kiban.internal.compaction;

import java.io.IOException;

/** Where flushes and compactions put their tables: the engine's files, seen from one job. */
public interface OutputDirectory {

    /** Begins a table of the job's keyspace and level under a file number that was never used. */
    TableOutput create(long number) throws IOException;

    /** Makes the files' names durable. */
    void sync() throws IOException;

    /** Deletes a finished table that no version knows. Never throws: recovery removes what stays behind. */
    void delete(long number);
}
