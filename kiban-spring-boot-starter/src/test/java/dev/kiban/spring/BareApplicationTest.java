package dev.kiban.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.Kiban;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application that has the starter and nothing else. Runs in a test execution of its own, without the optional dependencies
 * on the class path; see the module's pom.
 */
@Tag("bare")
class BareApplicationTest {

    @Test
    void nothingOptionalIsOnTheClassPath() {
        for (String type : new String[] {
            "io.micrometer.core.instrument.MeterRegistry",
            "org.springframework.boot.actuate.endpoint.annotation.Endpoint",
            "org.springframework.boot.health.contributor.Health",
            "jakarta.validation.Validator"
        }) {
            assertThatThrownBy(() -> Class.forName(type)).isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void theEngineWorks() {
        try (ConfigurableApplicationContext context = application().run("--kiban.in-memory=true")) {
            Kiban kiban = context.getBean(Kiban.class);
            kiban.put(new byte[] {1}, new byte[] {2});
            assertThat(kiban.get(new byte[] {1})).containsExactly(2);
        }
    }

    @Test
    void badValuesAreRefusedWithoutAValidationProvider() {
        SpringApplication application = application().application();
        assertThatThrownBy(() -> application.run("--kiban.in-memory=true", "--kiban.max-sealed-memtables=0"))
                .satisfies(failure -> assertThat(EngineConfigurationTest.causes(failure))
                        .anySatisfy(cause -> assertThat(cause)
                                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                                .hasMessageContaining("kiban.max-sealed-memtables")));
    }

    private static SpringApplicationBuilder application() {
        return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE);
    }

    @EnableAutoConfiguration
    static class Application {}
}
