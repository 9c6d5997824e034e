package dev.kiban.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import dev.kiban.spring.TestApplication;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Flushes and compacts over HTTP, as an operator who was let. */
@SpringBootTest(
        classes = TestApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "kiban.in-memory=true",
            "management.endpoints.web.exposure.include=kiban",
            "management.endpoint.kiban.access=unrestricted"
        })
@AutoConfigureRestTestClient
@DirtiesContext
class KibanEndpointAccessTest {

    @Autowired
    private Kiban kiban;

    @Autowired
    private RestTestClient client;

    @Test
    void flushWritesTheMemtableOut() {
        long before = kiban.metrics().flushes().completed();
        kiban.put(new byte[] {1}, new byte[] {1});
        post("/kiban/flush")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.operation")
                .isEqualTo("flush");
        assertThat(kiban.metrics().flushes().completed()).isEqualTo(before + 1);
    }

    @Test
    void compactLeavesLevelZeroEmpty() {
        kiban.put(new byte[] {2}, new byte[] {2});
        kiban.flush();
        post("/kiban/compact")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.engine")
                .isEqualTo("kiban");
        assertThat(kiban.metrics().levels().get(0).files()).isZero();
    }

    @Test
    void unknownEnginesAndOperationsAreNotFound() {
        post("/nobody/flush").expectStatus().isNotFound();
        post("/kiban/drop").expectStatus().isNotFound();
    }

    @Test
    void aClosedEngineIsShownAsClosedAndRefusesService(@Autowired KibanEndpoint endpoint) {
        try (Kiban closed = Kiban.openInMemory(KibanOptions.defaults())) {
            closed.close();
            assertThat(Description.summary(closed).state()).isEqualTo("closed");
            assertThat(Description.details(closed).levels()).isEmpty();
        }
        assertThat(endpoint.engines().engines()).containsKeys("kiban", "archive");
    }

    @Test
    void anEngineThatIsClosedEarlyStillShowsItsTraceToTheEnd() {
        try (Kiban engine = Kiban.openInMemory(KibanOptions.defaults());
                Kiban gone = Kiban.openInMemory(KibanOptions.defaults())) {
            gone.close();
            KibanEndpoint endpoint = new KibanEndpoint(Map.of("early", engine, "gone", gone));
            engine.put(new byte[] {1}, new byte[] {1});
            engine.close();
            List<String> lines = endpoint.view("early", "trace", null).lines().toList();
            assertThat(lines.get(0)).contains("\"k\":\"head\"");
            assertThat(lines.get(lines.size() - 1)).contains("\"k\":\"end\"", "\"ops\":1,");
            assertThat(endpoint.view("gone", "trace", null)).isNull();
            assertThat(endpoint.engines().engines()).containsOnlyKeys("early", "gone");
        }
    }

    private RestTestClient.ResponseSpec post(String path) {
        return client.post().uri("/actuator/kiban" + path).exchange();
    }
}
