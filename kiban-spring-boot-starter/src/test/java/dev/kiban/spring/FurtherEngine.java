package dev.kiban.spring;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A second engine, declared as the README says. */
@Configuration(proxyBeanMethods = false)
public class FurtherEngine {

    @Bean(defaultCandidate = false)
    Kiban archive(KibanOptions options) {
        return Kiban.openInMemory(options.toBuilder().name("archived").build());
    }
}
