package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A WebFlux application with the dashboard on its class path. Runs without Spring MVC there; see the module's pom. */
@Tag("reactive")
@ExtendWith(OutputCaptureExtension.class)
class ReactiveApplicationTest {

    @Test
    void nothingOfSpringMvcIsOnTheClassPath() {
        for (String type : new String[] {
            "jakarta.servlet.Servlet",
            "org.springframework.web.servlet.DispatcherServlet",
            "org.springframework.security.web.FilterChainProxy"
        }) {
            assertThatThrownBy(() -> Class.forName(type)).isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void startsAsWhatItIsAndSaysWhereTheDashboardIs(CapturedOutput output) {
        try (ConfigurableApplicationContext context = run()) {
            assertThat(context.getClass().getSimpleName()).contains("Reactive");
            assertThat(context.getBeansOfType(Kiban.class)).hasSize(1);
            Http.Reply answer = Host.of(context).http().get("/kiban");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(output.getAll().lines().filter(line -> line.contains("Kiban's dashboard")))
                    .singleElement()
                    .asString()
                    .contains("INFO", "is for Spring MVC", "-exec.jar", "-Pdashboard");
        }
    }

    @Test
    void saysNothingWhenSwitchedOff(CapturedOutput output) {
        try (ConfigurableApplicationContext context = run("--kiban.dashboard.enabled=false")) {
            assertThat(context.isActive()).isTrue();
            assertThat(output).doesNotContain("Kiban's dashboard");
        }
    }

    private static ConfigurableApplicationContext run(String... settings) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setDefaultProperties(
                Map.of("server.address", "127.0.0.1", "server.port", 0, "spring.main.banner-mode", "off"));
        return application.run(settings);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Kiban kiban() {
            return Kiban.openInMemory(KibanOptions.defaults());
        }
    }
}
