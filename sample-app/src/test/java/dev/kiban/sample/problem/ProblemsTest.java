package dev.kiban.sample.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.CorruptionException;
import dev.kiban.DiskFullException;
import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import dev.kiban.StorageException;
import dev.kiban.StoreFailedException;
import dev.kiban.WriteStalledException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.ServletWebRequest;

class ProblemsTest {

    private final Kiban kiban = Kiban.openInMemory(KibanOptions.defaults());
    private final Problems problems = new Problems(new Failures(kiban));

    @AfterEach
    void close() {
        kiban.close();
    }

    @Test
    void aStalledWriteMayBeTriedAgainLater() {
        ResponseEntity<Object> answer = handle(new WriteStalledException("waited 1 min"));
        assertThat(answer.getStatusCode().value()).isEqualTo(503);
        assertThat(answer.getHeaders().getFirst("Retry-After")).isEqualTo("5");
        assertThat(detail(answer)).isEqualTo("waited 1 min");
    }

    @Test
    void aFullDiskIsInsufficientStorage() {
        assertThat(handle(new DiskFullException("free space")).getStatusCode().value())
                .isEqualTo(507);
    }

    @Test
    void aStoreThatRefusesWritesIsUnavailable() {
        assertThat(handle(new StoreFailedException("reopen")).getStatusCode().value())
                .isEqualTo(503);
    }

    @Test
    void aClosedStoreIsUnavailable() {
        kiban.close();
        ResponseEntity<Object> answer = handle(new IllegalStateException("the store is closed"));
        assertThat(answer.getStatusCode().value()).isEqualTo(503);
        assertThat(detail(answer)).isEqualTo("The application is stopping");
    }

    @Test
    void otherFailuresOfTheStoreAreOurs() {
        assertThat(handle(new StorageException("disk on fire")).getStatusCode().value())
                .isEqualTo(500);
        assertThat(handle(new CorruptionException(java.nio.file.Path.of("f"), 1, "bad checksum"))
                        .getStatusCode()
                        .value())
                .isEqualTo(500);
    }

    @Test
    void theUnexpectedIsNotDescribed() {
        ResponseEntity<Object> answer = handle(new NullPointerException("secret"));
        assertThat(answer.getStatusCode().value()).isEqualTo(500);
        assertThat(detail(answer)).isEqualTo("The application's log says more");
    }

    private ResponseEntity<Object> handle(Exception failure) {
        return problems.handle(failure, new ServletWebRequest(new MockHttpServletRequest()));
    }

    private static String detail(ResponseEntity<Object> answer) {
        return ((ProblemDetail) answer.getBody()).getDetail();
    }
}
