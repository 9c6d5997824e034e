package dev.kiban.trace;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The version of this engine, from a file that the build fills in: right from classes, jars and jars of many jars alike. */
final class EngineVersion {

    private static final @Nullable String VERSION = read();

    private EngineVersion() {}

    /** Null when this was not built with Maven. */
    static @Nullable String get() {
        return VERSION;
    }

    private static @Nullable String read() {
        Properties build = new Properties();
        try (InputStream in = EngineVersion.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            return null;
        }
        String version = build.getProperty("version", "");
        return version.isEmpty() || version.startsWith("@") ? null : version;
    }
}
