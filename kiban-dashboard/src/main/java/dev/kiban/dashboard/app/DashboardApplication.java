package dev.kiban.dashboard.app;

import java.net.URI;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The dashboard alone, for recorded runs. Its settings are defaults in code: a file of settings in the jar would be taken for that
 * of an application around it.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
public class DashboardApplication {

    private static final Logger LOG = LoggerFactory.getLogger(DashboardApplication.class);
    private static final String DASHBOARD = "/kiban";

    public static void main(String[] args) {
        application().run(args);
    }

    static SpringApplication application() {
        SpringApplication application = new SpringApplication(DashboardApplication.class);
        application.setDefaultProperties(Map.of(
                "spring.application.name", "kiban-dashboard",
                "server.address", "127.0.0.1",
                "server.port", 8090));
        return application;
    }

    @Bean
    RouterFunction<ServerResponse> entrance() {
        return RouterFunctions.route()
                .GET(
                        "/",
                        request -> ServerResponse.temporaryRedirect(URI.create(
                                        request.requestPath().contextPath().value() + DASHBOARD))
                                .build())
                .build();
    }

    @EventListener
    void started(ApplicationReadyEvent event) {
        Environment environment = event.getApplicationContext().getEnvironment();
        LOG.info(
                "Open http://{}:{}{}{}",
                environment.getProperty("server.address"),
                environment.getProperty("local.server.port"),
                environment.getProperty("server.servlet.context-path", ""),
                DASHBOARD);
    }
}
