package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** An application that has Spring Security: its rules decide. Runs with it on the class path; see the module's pom. */
@Tag("secured")
class SecuredApplicationTest {

    private static final String PASSWORD = "Authorization: Basic "
            + Base64.getEncoder().encodeToString("reader:secret".getBytes(StandardCharsets.US_ASCII));

    private static Host host;

    @BeforeAll
    static void start() {
        host = Host.start(
                Application.class,
                "--spring.security.user.name=reader",
                "--spring.security.user.password=secret",
                "--server.forward-headers-strategy=native");
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @Test
    void theApplicationHasNoTemplatesOfItsOwn() {
        assertThatThrownBy(() ->
                        Class.forName("org.springframework.boot.thymeleaf.autoconfigure.ThymeleafAutoConfiguration"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThat(host.http().get("/kiban", PASSWORD).body()).contains("data-page=\"engines\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/kiban", "/kiban/", "/kiban/assets/chart.js", "/kiban/api/traces/example", "/kiban/x"})
    void whoMustGiveAPasswordGetsNothingWithout(String path) {
        assertThat(host.http().get(path).status()).isEqualTo(401);
    }

    @Test
    void whoGaveOneMayComeFromAnywhere() {
        Http.Reply page = host.http().get("/kiban", PASSWORD, "Host: shop.example", "X-Forwarded-For: 203.0.113.7");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("data-page=\"engines\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/kiban", "/kiban/engines", "/kiban/assets/chart.js", "/kiban/api/traces/example"})
    void theHeadersAreThoseOfTheDashboard(String path) {
        assertThat(host.http().get(path, PASSWORD).headers())
                .containsAllEntriesOf(Map.of(
                        "Content-Security-Policy", Host.CSP,
                        "X-Content-Type-Options", "nosniff",
                        "Referrer-Policy", "no-referrer"));
    }

    @Test
    void itIsStillOnlyRead() {
        Http.Reply answer = host.http().send("POST", "/kiban", PASSWORD);
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        SecurityFilterChain rules(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/kiban/**")
                            .authenticated()
                            .anyRequest()
                            .permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .headers(
                            headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives("default-src *"))
                                    .frameOptions(frames -> frames.sameOrigin()))
                    .build();
        }
    }
}
