package dev.kiban.spring;

import dev.kiban.KibanOptions;

/**
 * Sets options of the auto-configured engine in code. Beans of this type are called in their order, after the properties, so
 * that they win.
 */
@FunctionalInterface
public interface KibanOptionsCustomizer {

    void customize(KibanOptions.Builder options);
}
