package dev.kiban.dashboard;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application that the dashboard is put into, running on a free port of loopback.
 *
 * @param context its beans
 * @param http to it
 */
record Host(ConfigurableApplicationContext context, Http http) implements AutoCloseable {

    static final String CSP =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                    + "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    /**
     * @param configuration of the application
     * @param settings each as {@code --name=value}
     */
    static Host start(Class<?> configuration, String... settings) {
        SpringApplication application = new SpringApplicationBuilder(configuration)
                .web(WebApplicationType.SERVLET)
                .properties("server.address=127.0.0.1", "server.port=0", "spring.main.banner-mode=off")
                .build();
        return of(application.run(settings));
    }

    static Host of(ConfigurableApplicationContext context) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return new Host(context, Http.loopback(port));
    }

    @Override
    public void close() {
        context.close();
    }
}
