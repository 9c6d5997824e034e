package dev.kiban.sample.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;

/**
 * How far an import is.
 *
 * @param done whether it has ended: this is the last report
 * @param imported memories that are written
 * @param badLines lines that were left out
 * @param bad the first of them, in the last report only
 * @param batches batches that are written, each of them whole
 * @param bytes bytes read
 * @param seconds since the start
 * @param failure why it ended before the body did, in the last report of an import that failed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImportReport(
        boolean done,
        long imported,
        long badLines,
        @Nullable List<BadLine> bad,
        long batches,
        long bytes,
        double seconds,
        @Nullable ProblemDetail failure) {}
