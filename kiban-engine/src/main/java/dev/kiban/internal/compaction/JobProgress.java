package dev.kiban.internal.compaction;

/** How far a running job is. Written by the job's thread, read by any. */
public final class JobProgress {

    private final long totalBytes;
    private final long totalEntries;
    private volatile long doneEntries;

    JobProgress(long totalBytes, long totalEntries) {
        this.totalBytes = totalBytes;
        this.totalEntries = totalEntries;
    }

    /** Bytes of the inputs. */
    public long totalBytes() {
        return totalBytes;
    }

    /** Bytes of the inputs that are behind the job, judged by entries; 0 to {@link #totalBytes()}. */
    public long doneBytes() {
        if (totalEntries == 0) {
            return totalBytes;
        }
        double share = Math.min(1.0, (double) doneEntries / totalEntries);
        return (long) (totalBytes * share);
    }

    void advanceTo(long entries) {
        doneEntries = entries;
    }
}
