package dev.kiban.dashboard.browser;

import dev.kiban.Kiban;
import dev.kiban.metrics.KibanMetrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * An application with the starter, an engine that is called {@code memories}, and the dashboard, on a free port of loopback.
 *
 * @param context its beans
 * @param url where it answers, without a slash at the end
 */
record Site(ConfigurableApplicationContext context, String url) implements AutoCloseable {

    /** Small tables and levels, so that a short load fills several levels. */
    static Site start(Path directory, String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--kiban.path=" + directory,
                "--kiban.name=memories",
                "--kiban.memtable-size=256KB",
                "--kiban.table-size=128KB",
                "--kiban.level-base-size=256KB",
                "--management.endpoints.web.exposure.include=kiban,prometheus"));
        arguments.addAll(List.of(settings));
        ConfigurableApplicationContext context =
                new SpringApplication(Application.class).run(arguments.toArray(String[]::new));
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return new Site(context, "http://127.0.0.1:" + port);
    }

    Kiban engine() {
        return context.getBean(Kiban.class);
    }

    /** Whether nothing runs in the background, and nothing is due. */
    boolean isQuiet() {
        KibanMetrics metrics = engine().metrics();
        return metrics.compactions().running() == 0
                && metrics.memtables().sealedCount() == 0
                && metrics.levels().stream().allMatch(level -> level.score() < 1);
    }

    String page(String path) {
        return url + "/kiban" + path;
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
