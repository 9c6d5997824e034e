package dev.kiban.sample.imports;

import dev.kiban.Durability;
import dev.kiban.sample.memory.Memories;
import dev.kiban.sample.problem.Failures;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/**
 * Imports JSON Lines, one memory a line: {@code {"agent": …, "text": …, "kind": …}}. The answer is JSON Lines too, and flows
 * while the body still does: a report about once a second, at the end the summary. Since the status has gone out by then, a
 * failure on the way is told in the summary.
 */
@RestController
class ImportController {

    private static final Logger LOG = LoggerFactory.getLogger(ImportController.class);

    private final Memories memories;
    private final JsonMapper json;
    private final Failures failures;

    ImportController(Memories memories, JsonMapper json, Failures failures) {
        this.memories = memories;
        this.json = json;
        this.failures = failures;
    }

    @PostMapping(path = "/import", consumes = MediaType.APPLICATION_NDJSON_VALUE)
    void importLines(
            @RequestParam(required = false) @Nullable Durability durability,
            InputStream body,
            HttpServletResponse response)
            throws IOException {
        response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
        OutputStream out = response.getOutputStream();
        LineReader lines = new LineReader(body, Import.MAX_LINE_BYTES);
        Import run = new Import(memories, durability, json, lines, report -> send(report, out));
        try {
            send(run.summary(failure(run)), out);
            // A server that closes on a client that still sends makes it miss the summary.
            body.transferTo(OutputStream.nullOutputStream());
        } catch (IOException | UncheckedIOException e) {
            LOG.info("The client of an import went away: {}", run.summary(null));
        }
    }

    /** Runs it; returns what ended it early, or null. */
    private @Nullable ProblemDetail failure(Import run) {
        try {
            run.run();
            return null;
        } catch (IOException e) {
            return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "The upload broke off");
        } catch (UncheckedIOException e) {
            throw e; // nobody reads the answer any more
        } catch (RuntimeException e) {
            return failures.describe(e);
        }
    }

    private void send(ImportReport report, OutputStream out) {
        try {
            out.write(json.writeValueAsBytes(report));
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
