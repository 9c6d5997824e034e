package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class EngineCardTest {

    private static final Pattern ADDRESS = Pattern.compile("href=\"(/kiban/engines/[^\"]+)\"");

    @ParameterizedTest
    @CsvSource({
        "memories,memories",
        "a.b_c-d~e,a.b_c-d~e",
        "...,...",
        ".,~2e",
        "..,~2e2e",
        "a/b,~612f62",
        "~2e,~7e3265",
        "ä,~c3a4",
        "'',~"
    })
    void anIdPassesThroughAnyServer(String name, String id) {
        assertThat(EngineCard.id(name)).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "memories of äöü,memories of äöü",
        "'a\u202eb','a\\u{202e}b'",
        "'a\u00a0b\u200b','a\\u{a0}b\\u{200b}'",
        "'\udb40\udc01','\\u{e0001}'",
        "'\ufe0f\n','\\u{fe0f}\\u{a}'"
    })
    void aTitleShowsWhatIsNotSeen(String name, String title) {
        assertThat(new EngineCard("id", name, "open", "data").title()).isEqualTo(title);
    }

    @Test
    void everyCardLeadsToItsEngine() {
        try (Host host = Host.start(Odd.class)) {
            Matcher address = ADDRESS.matcher(host.http().get("/kiban").body());
            int engines = 0;
            while (address.find()) {
                engines++;
                String path = address.group(1);
                String id = path.substring(path.lastIndexOf('/') + 1);
                Http.Reply page = host.http().get(path);
                assertThat(page.status()).as(path).isEqualTo(200);
                assertThat(page.body()).contains("data-engine=\"" + id + "\"");
                assertThat(host.http()
                                .get("/kiban/api/engines/" + id + "/trace")
                                .body())
                        .startsWith("{\"k\":\"head\"");
            }
            assertThat(engines).isEqualTo(4);
            assertThat(host.http()
                            .get("/kiban/engines/" + EngineCard.id("x\u202ey"))
                            .body())
                    .contains("<bdi>x\\u{202e}y</bdi>")
                    .doesNotContain("\u202e");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Odd {

        @Bean("a/b;c\\d")
        Kiban slashes() {
            return Kiban.openInMemory(KibanOptions.defaults());
        }

        @Bean(".")
        Kiban dot() {
            return Kiban.openInMemory(KibanOptions.defaults());
        }

        @Bean("..")
        Kiban dots() {
            return Kiban.openInMemory(KibanOptions.defaults());
        }

        @Bean("x\u202ey")
        Kiban marked() {
            return Kiban.openInMemory(KibanOptions.defaults());
        }
    }
}
