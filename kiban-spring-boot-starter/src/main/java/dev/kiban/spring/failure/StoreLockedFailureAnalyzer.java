package dev.kiban.spring.failure;

import dev.kiban.StoreLockedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to get a directory that another engine has open. */
final class StoreLockedFailureAnalyzer extends AbstractFailureAnalyzer<StoreLockedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreLockedException cause) {
        return new FailureAnalysis(
                "The Kiban store is open elsewhere, and a directory belongs to one engine at a time: "
                        + cause.getMessage(),
                """
                Choose one:

                    - stop the other application, or close the other engine of this one
                    - set kiban.path to a directory that is not in use
                    - set kiban.lock-timeout, such as 30s, when the other application is about to stop, as in a rolling deploy""",
                cause);
    }
}
