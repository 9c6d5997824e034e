package dev.kiban.sample.imports;

import dev.kiban.Durability;
import dev.kiban.WriteBatch;
import dev.kiban.WriteStalledException;
import dev.kiban.sample.memory.AgentName;
import dev.kiban.sample.memory.Memories;
import dev.kiban.sample.memory.MemoryContent;
import dev.kiban.sample.problem.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One import: reads lines, writes memories in batches, each whole or not at all, and reports about once a second. Its memory is
 * bounded by one batch, whatever the length of the stream. For one thread.
 */
final class Import {

    /** A text of 64 KiB takes at most six times its length when every byte of it is escaped. */
    static final int MAX_LINE_BYTES = 512 * 1024;

    static final int BATCH_LINES = 500;
    static final int BAD_LINES_NAMED = 100;

    private static final long BATCH_BYTES = 4 * 1024 * 1024;
    private static final int STALLS_WAITED_OUT = 3;
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Memories memories;
    private final @Nullable Durability durability;
    private final JsonMapper json;
    private final LineReader lines;
    private final Consumer<ImportReport> progress;

    private final WriteBatch batch = WriteBatch.create();
    private final List<BadLine> bad = new ArrayList<>();
    private final long started = System.nanoTime();
    private long reported = started;
    private long imported;
    private long badLines;
    private long batches;

    Import(
            Memories memories,
            @Nullable Durability durability,
            JsonMapper json,
            LineReader lines,
            Consumer<ImportReport> progress) {
        this.memories = memories;
        this.durability = durability;
        this.json = json;
        this.lines = lines;
        this.progress = progress;
    }

    /** Imports all lines. What was read but not written when it throws is in no part written. */
    void run() throws IOException {
        while (lines.next()) {
            if (!lines.isBlank()) {
                take();
            }
            if (batch.count() >= BATCH_LINES || batch.size() >= BATCH_BYTES) {
                write();
            }
            if (System.nanoTime() - reported >= REPORT_NANOS) {
                reported = System.nanoTime();
                progress.accept(report(false, null, null));
            }
        }
        if (batch.count() > 0) {
            write();
        }
    }

    /** The last report. */
    ImportReport summary(@Nullable ProblemDetail failure) {
        return report(true, List.copyOf(bad), failure);
    }

    private void take() {
        if (lines.isTooLong()) {
            leaveOut("is longer than " + MAX_LINE_BYTES + " bytes");
            return;
        }
        try {
            ImportLine line = json.readValue(lines.bytes(), 0, lines.length(), ImportLine.class);
            if (line == null) {
                leaveOut("is not a JSON object");
                return;
            }
            AgentName agent = AgentName.of(line.agent());
            memories.add(agent, MemoryContent.of(line.text(), line.kind()), batch);
        } catch (InvalidInputException e) {
            leaveOut(String.valueOf(e.getMessage()));
        } catch (JacksonException e) {
            leaveOut("is not a JSON object of the fields agent, text and kind");
        }
    }

    private void leaveOut(String reason) {
        badLines++;
        if (bad.size() < BAD_LINES_NAMED) {
            bad.add(new BadLine(lines.number(), reason));
        }
    }

    private void write() {
        for (int stalls = 0; ; stalls++) {
            try {
                memories.write(batch, durability);
                break;
            } catch (WriteStalledException e) {
                if (stalls == STALLS_WAITED_OUT) {
                    throw e;
                }
            }
        }
        imported += batch.count();
        batches++;
        batch.clear();
    }

    private ImportReport report(boolean done, @Nullable List<BadLine> named, @Nullable ProblemDetail failure) {
        double seconds = Math.round((System.nanoTime() - started) / 1e6) / 1e3;
        return new ImportReport(done, imported, badLines, named, batches, lines.bytesRead(), seconds, failure);
    }
}
