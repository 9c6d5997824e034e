package dev.kiban.spring.failure;

import dev.kiban.DiskFullException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to start on a full volume. */
final class DiskFullFailureAnalyzer extends AbstractFailureAnalyzer<DiskFullException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DiskFullException cause) {
        return new FailureAnalysis(
                "The Kiban store cannot be opened, its volume is full: " + cause.getMessage(),
                "Free space on the volume of kiban.path and start again; nothing of the store is lost.",
                cause);
    }
}
