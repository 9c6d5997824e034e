package dev.kiban.spring.failure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to choose where the store lives. */
final class MissingPathFailureAnalyzer extends AbstractFailureAnalyzer<MissingPathException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MissingPathException cause) {
        return new FailureAnalysis("The Kiban store cannot be opened: " + cause.getMessage() + ".", """
                Choose one:

                    - set kiban.path to the directory that shall hold the store, such as ./data/store
                    - set kiban.in-memory=true to keep the store in memory only, as tests do
                    - declare a bean of type dev.kiban.Kiban of your own
                    - set kiban.enabled=false to go without a store""", cause);
    }
}
