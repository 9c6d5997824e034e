package dev.kiban.sample.load;

import static dev.kiban.sample.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.sample.SampleTest;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

@SampleTest
class LoadControllerTest {

    @Autowired
    private RestTestClient client;

    @Autowired
    private Kiban kiban;

    @AfterEach
    void stop() {
        client.delete().uri("/load").exchange().expectStatus().isOk();
    }

    @Test
    void writesReadsBackAndVerifiesUntilItIsStopped() {
        LoadStatus started = start(Map.of("writers", 2, "readers", 2, "valueBytes", 100));
        assertThat(started.running()).isTrue();
        assertThat(started.settings()).isEqualTo(new LoadSettings(2, 2, 0, 100, 0));
        eventually("verified reads", () -> status().verified() >= 1000 && status().written() >= 1000);

        LoadStatus stopped = client.delete()
                .uri("/load")
                .exchange()
                .expectBody(LoadStatus.class)
                .returnResult()
                .getResponseBody();
        assertThat(stopped.running()).isFalse();
        assertThat(stopped.verified()).isEqualTo(stopped.read());
        assertThat(stopped.mismatches()).isZero();
        assertThat(stopped.errors()).isZero();
        assertThat(status()).isEqualTo(stopped);
    }

    @Test
    void endsWithItsTotal() {
        long before = status().records();
        start(Map.of("writers", 3, "readers", 1, "total", 500));
        eventually("the end", () -> !status().running());
        assertThat(status().written()).isEqualTo(500);
        assertThat(status().records()).isEqualTo(before + 500);
    }

    @Test
    void readersAloneVerifyWhatEarlierLoadsLeft() {
        start(Map.of("writers", 2, "readers", 0, "total", 100));
        eventually("the end", () -> !status().running());
        start(Map.of("writers", 0, "readers", 2, "total", 300));
        eventually("the end", () -> !status().running());
        assertThat(status().written()).isZero();
        assertThat(status().verified()).isEqualTo(300);
    }

    @Test
    void replacesTheOneThatRuns() {
        start(Map.of("writers", 2, "ratePerSecond", 10));
        LoadStatus second = start(Map.of("writers", 1, "ratePerSecond", 20));
        assertThat(second.running()).isTrue();
        assertThat(second.settings().ratePerSecond()).isEqualTo(20);
        assertThat(second.written()).isLessThan(3);
    }

    @Test
    void noticesARecordThatIsNotAsItWasWritten() {
        Load load = new Load(Kiban.openInMemory(dev.kiban.KibanOptions.defaults()));
        try (load) {
            load.start(new LoadSettings(1, 0, 0, 64, 1));
            eventually("the end", () -> !load.status().running());
        }
        assertThat(load.status().written()).isEqualTo(1);

        Kiban store = Kiban.openInMemory(dev.kiban.KibanOptions.defaults());
        byte[] damaged = new LoadRecord(0, 1).value(64);
        damaged[63] ^= 1;
        store.keyspace("load").put(new LoadRecord(0, 1).key(), damaged);
        try (Load over = new Load(store)) {
            over.start(new LoadSettings(0, 1, 0, 64, 10));
            eventually("the end", () -> !over.status().running());
            assertThat(over.status().mismatches()).isEqualTo(10);
            assertThat(over.status().verified()).isZero();
        }
        store.close();
    }

    @Test
    void endsWhenTheStoreIsClosedBelowIt() {
        Kiban store = Kiban.openInMemory(dev.kiban.KibanOptions.defaults());
        try (Load over = new Load(store)) {
            over.start(new LoadSettings(2, 2, 0, 64, 0));
            eventually("reads", () -> over.status().verified() > 0);
            store.close();
            eventually("the end", () -> !over.status().running());
            assertThat(over.status().errors()).isPositive();
            assertThat(over.status().mismatches()).isZero();
        }
    }

    @Test
    void keepsItsRecordsInAKeyspaceOfItsOwn() {
        assertThat(kiban.keyspaces()).contains("load", "memories");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"writers\":65}",
                "{\"writers\":-1}",
                "{\"readers\":65}",
                "{\"writers\":0,\"readers\":0}",
                "{\"ratePerSecond\":-1}",
                "{\"valueBytes\":15}",
                "{\"valueBytes\":1048577}",
                "{\"total\":-1}",
                "{\"writers\":\"many\"}",
                "{\"writers\":1e99}",
                "[]",
                ""
            })
    void refusesWhatIsOutOfBounds(String body) {
        client.put()
                .uri("/load")
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(status().running()).isFalse();
    }

    private LoadStatus start(Map<String, Object> settings) {
        return client.put()
                .uri("/load")
                .body(settings)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(LoadStatus.class)
                .returnResult()
                .getResponseBody();
    }

    private LoadStatus status() {
        return client.get()
                .uri("/load")
                .exchange()
                .expectBody(LoadStatus.class)
                .returnResult()
                .getResponseBody();
    }
}
