package dev.kiban.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.sample.load.Load;
import dev.kiban.sample.load.LoadSettings;
import dev.kiban.sample.memory.AgentName;
import dev.kiban.sample.memory.Memories;
import dev.kiban.sample.memory.Memory;
import dev.kiban.sample.memory.MemoryContent;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The application as it is really started, twice on one directory. */
class RestartTest {

    private static final AgentName AGENT = new AgentName("planner");

    @TempDir
    private Path directory;

    @Test
    void dataSurvivesARestartAndNewMemoriesAreNewer() {
        Memory first;
        Memory revised;
        try (ConfigurableApplicationContext application = start()) {
            Memories memories = application.getBean(Memories.class);
            first = memories.remember(AGENT, MemoryContent.of("first", "fact"), null);
            Memory second = memories.remember(AGENT, MemoryContent.of("second", null), null);
            revised = memories.revise(AGENT, second.id(), MemoryContent.of("second, revised", null), null)
                    .orElseThrow();
            runLoad(application, new LoadSettings(3, 0, 0, 64, 1000));
        }
        try (ConfigurableApplicationContext application = start()) {
            Memories memories = application.getBean(Memories.class);
            Memory third = memories.remember(AGENT, MemoryContent.of("third", null), null);
            assertThat(memories.latest(AGENT, 10, null).memories()).containsExactly(third, revised, first);
            assertThat(third.id().sequence()).isGreaterThan(revised.id().sequence());

            Load load = runLoad(application, new LoadSettings(0, 2, 0, 64, 500));
            assertThat(load.status().records()).isEqualTo(1000);
            assertThat(load.status().verified()).isEqualTo(500);
        }
    }

    @Test
    void aLoadThatRunsDoesNotKeepTheApplicationFromStopping() {
        Load load;
        try (ConfigurableApplicationContext application = start()) {
            load = application.getBean(Load.class);
            load.start(new LoadSettings(2, 2, 0, 64, 0));
            Eventually.eventually("reads", () -> load.status().read() > 0);
        }
        assertThat(load.status().running()).isFalse();
        assertThat(load.status().errors()).isZero();
        assertThat(load.status().mismatches()).isZero();
    }

    @Test
    void showsTheStoreInHealthMetersAndEndpoint() {
        try (ConfigurableApplicationContext application = start()) {
            RestTestClient client = RestTestClient.bindToServer()
                    .baseUrl("http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port"))
                    .build();
            client.get()
                    .uri("/actuator/health")
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody()
                    .jsonPath("$.components.kiban.status")
                    .isEqualTo("UP");
            client.get()
                    .uri("/actuator/prometheus")
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody(String.class)
                    .value(text -> assertThat(text).contains("kiban_", "application=\"kiban-sample\""));
            client.get().uri("/actuator/kiban").exchange().expectStatus().isOk();
            client.get().uri("/actuator/metrics").exchange().expectStatus().isOk();
            client.get().uri("/actuator/env").exchange().expectStatus().isNotFound();
        }
    }

    private ConfigurableApplicationContext start() {
        return new SpringApplication(SampleApplication.class).run("--kiban.path=" + directory, "--server.port=0");
    }

    private static Load runLoad(ConfigurableApplicationContext application, LoadSettings settings) {
        Load load = application.getBean(Load.class);
        load.start(settings);
        Eventually.eventually("the end of the load", () -> !load.status().running());
        return load;
    }
}
