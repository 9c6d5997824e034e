package dev.kiban.sample.problem;

import dev.kiban.DiskFullException;
import dev.kiban.FatalException;
import dev.kiban.Kiban;
import dev.kiban.StoreFailedException;
import dev.kiban.WriteStalledException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;

/**
 * What a client is told about an exception: a problem detail, never a stack trace. The store's own messages are passed on, since
 * they say what to do and hold no data; anything unexpected is logged and not described.
 */
@Component
public final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private final Kiban kiban;

    Failures(Kiban kiban) {
        this.kiban = kiban;
    }

    public ProblemDetail describe(Exception failure) {
        if (failure instanceof InvalidInputException invalid) {
            ProblemDetail problem = problem(HttpStatus.BAD_REQUEST, "Invalid input", invalid);
            problem.setProperty("field", invalid.field());
            return problem;
        }
        if (failure instanceof NotFoundException) {
            return problem(HttpStatus.NOT_FOUND, "Not found", failure);
        }
        if (failure instanceof WriteStalledException) {
            return problem(HttpStatus.SERVICE_UNAVAILABLE, "Store is catching up", failure);
        }
        if (failure instanceof DiskFullException) {
            return problem(HttpStatus.INSUFFICIENT_STORAGE, "Disk full", failure);
        }
        LOG.error("A request failed", failure);
        if (failure instanceof StoreFailedException) {
            return problem(HttpStatus.SERVICE_UNAVAILABLE, "Store is read-only", failure);
        }
        if (failure instanceof FatalException) {
            return problem(HttpStatus.INTERNAL_SERVER_ERROR, "Store failed", failure);
        }
        if (kiban.isClosed()) {
            return problem(HttpStatus.SERVICE_UNAVAILABLE, "Store is closed", "The application is stopping");
        }
        return problem(HttpStatus.INTERNAL_SERVER_ERROR, "Unexpected failure", "The application's log says more");
    }

    private static ProblemDetail problem(HttpStatus status, String title, Exception failure) {
        return problem(status, title, String.valueOf(failure.getMessage()));
    }

    private static ProblemDetail problem(HttpStatus status, String title, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setTitle(title);
        return problem;
    }
}
