package dev.kiban.sample;

import dev.kiban.Kiban;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Logs the address to open, once the application answers on it. */
@Component
class StartAddress {

    private static final Logger LOG = LoggerFactory.getLogger(StartAddress.class);

    private final Kiban kiban;

    StartAddress(Kiban kiban) {
        this.kiban = kiban;
    }

    @EventListener
    void started(ApplicationReadyEvent event) {
        Environment environment = event.getApplicationContext().getEnvironment();
        String port = environment.getProperty("local.server.port");
        if (port != null) {
            LOG.info(
                    "Open http://{}:{}{}/ (data in {})",
                    environment.getProperty("server.address", "localhost"),
                    port,
                    environment.getProperty("server.servlet.context-path", ""),
                    kiban.path());
        }
    }
}
