package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class MountTest {

    @ParameterizedTest
    @CsvSource({"/shop,''", "'',/api", "/shop,/api"})
    void isMountedBelowContextPathAndServletPath(String contextPath, String servletPath) {
        String mount = contextPath + servletPath;
        try (Host host = Host.start(
                OneEngine.class,
                "--server.servlet.context-path=" + contextPath,
                "--spring.mvc.servlet.path=" + (servletPath.isEmpty() ? "/" : servletPath))) {
            assertThat(host.http().get(mount + "/kiban").body())
                    .contains(
                            "data-root=\"" + mount + "/kiban\"",
                            "href=\"" + mount + "/kiban/engines/kiban\"",
                            "href=\"" + mount + "/kiban/assets/css/kiban.css\"");
            assertThat(host.http().get(mount + "/kiban/").header("Location")).isEqualTo(mount + "/kiban");
            assertThat(host.http().get(mount + "/kiban/engines/kiban").status()).isEqualTo(200);
            assertThat(host.http().get(mount + "/kiban/assets/chart.js").status())
                    .isEqualTo(200);
            assertThat(host.http().get("/kiban").status()).isEqualTo(404);
        }
    }

    @Test
    void neverLeadsToAnotherHost() {
        try (Host host = Host.start(NoEngine.class, "--server.servlet.context-path=/shop")) {
            for (String path : new String[] {"//shop/kiban/", "/.//shop/kiban/", "//evil.example/..//shop/kiban/"}) {
                Http.Reply answer = host.http().get(path);
                assertThat(String.valueOf(answer.header("Location"))).as(path).doesNotStartWith("//");
            }
        }
    }

    @Test
    void isNotThereWhenSwitchedOff() {
        try (Host host = Host.start(OneEngine.class, "--kiban.dashboard.enabled=false")) {
            assertThat(host.context().containsBean("kibanDashboard")).isFalse();
            assertThat(host.http().get("/kiban").status()).isEqualTo(404);
        }
    }

    @Test
    void opensNothingInALazyApplicationAndShowsWhatOthersOpened() {
        try (Host host = Host.start(OneEngine.class, "--spring.main.lazy-initialization=true")) {
            assertThat(host.http().get("/kiban").body()).contains("No engine in this application");
            assertThat(host.context().getBeanFactory().containsSingleton("engine"))
                    .isFalse();
            host.context().getBean("engine");
            assertThat(host.http().get("/kiban").body()).contains("/kiban/engines/kiban");
            assertThat(host.http().get("/kiban/api/engines/kiban/trace").body()).startsWith("{\"k\":\"head\"");
        }
    }

    @Test
    void isThereWithoutAnyEngine() {
        try (Host host = Host.start(NoEngine.class)) {
            assertThat(host.http().get("/kiban").body()).contains("No engine in this application");
            assertThat(host.http().get("/kiban/traces").body()).contains("/kiban/traces/example");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OneEngine {

        @Bean
        Kiban engine() {
            return Kiban.openInMemory(KibanOptions.defaults());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class NoEngine {}
}
