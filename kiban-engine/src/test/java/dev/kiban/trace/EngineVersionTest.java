package dev.kiban.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class EngineVersionTest {

    @Test
    void itIsThatOfThePom() throws IOException {
        Matcher parent = Pattern.compile("<artifactId>kiban-parent</artifactId>\\s*<version>([^<]+)</version>")
                .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(parent.find()).isTrue();
        assertThat(EngineVersion.get()).isEqualTo(parent.group(1));
    }
}
