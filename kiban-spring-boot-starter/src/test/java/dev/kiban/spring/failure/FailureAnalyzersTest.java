package dev.kiban.spring.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.CorruptionException;
import dev.kiban.DiskFullException;
import dev.kiban.InvalidOptionException;
import dev.kiban.StorageException;
import dev.kiban.StoreLockedException;
import dev.kiban.UnsupportedFormatException;
import dev.kiban.UnsupportedFormatException.Age;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.mock.env.MockEnvironment;

/** Goes through {@code META-INF/spring.factories}, as a failed start does. */
class FailureAnalyzersTest {

    private final MockEnvironment environment = new MockEnvironment();

    @Test
    void aMissingPathSaysHowToSetOne() {
        assertThat(analyze(new MissingPathException())).satisfies(analysis -> {
            assertThat(analysis.getDescription()).contains("kiban.path is not set");
            assertThat(analysis.getAction())
                    .contains("kiban.path", "kiban.in-memory=true", "dev.kiban.Kiban", "kiban.enabled=false");
        });
    }

    @Test
    void aLockedDirectorySaysWhoAndHowToWait() {
        assertThat(analyze(new StoreLockedException("process 42 has /data/store open")))
                .satisfies(analysis -> {
                    assertThat(analysis.getDescription()).contains("process 42 has /data/store open");
                    assertThat(analysis.getAction()).contains("kiban.path", "kiban.lock-timeout");
                });
    }

    @Test
    void damageNamesFileAndOffsetAndAsksForACopy() {
        assertThat(analyze(new CorruptionException(Path.of("/data/store/000007.sst"), 4096, "checksum")))
                .satisfies(analysis -> {
                    assertThat(analysis.getDescription()).contains("/data/store/000007.sst", "4096");
                    assertThat(analysis.getAction()).contains("restore the store from a copy");
                });
    }

    @Test
    void formatsTooOldAndTooNewAreToldApart() {
        Path file = Path.of("/data/store/MANIFEST-1");
        assertThat(analyze(new UnsupportedFormatException(file, Age.TOO_NEW, "version 9", "1 to 2"))
                        .getAction())
                .contains("newer Kiban");
        assertThat(analyze(new UnsupportedFormatException(file, Age.TOO_OLD, "version 1", "2 to 3"))
                        .getAction())
                .contains("last Kiban that reads its format");
    }

    @Test
    void aFullDiskAndAnUnwritableDirectorySayWhatToChange() {
        assertThat(analyze(new DiskFullException("no space left for the log")).getAction())
                .contains("Free space");
        assertThat(analyze(new StorageException("/data is not writable")).getAction())
                .contains("kiban.path", "may read, write");
    }

    @Test
    void anOptionFromCodeIsReportedWithItsProperty() {
        var refused = new InvalidOptionException("l0StopFiles", 3, "must be greater than l0SlowdownFiles");
        assertThat(analyze(refused)).satisfies(analysis -> {
            assertThat(analysis.getDescription())
                    .isEqualTo("The option l0StopFiles of a Kiban store is 3: must be greater than"
                            + " kiban.l0-slowdown-files.");
            assertThat(analysis.getAction()).contains("kiban.l0-stop-files");
        });
    }

    @Test
    void aRefusedPropertyIsLeftToTheAnalyzerThatKnowsItsOrigin() {
        environment.setProperty("kiban.l0-stop-files", "3");
        var refused = new InvalidOptionException("l0StopFiles", 3, "too small");
        var translated =
                new InvalidConfigurationPropertyValueException("kiban.l0-stop-files", "3", "too small", refused);
        assertThat(analyses(translated))
                .singleElement()
                .satisfies(analysis -> assertThat(analysis.getDescription()).contains("kiban.l0-stop-files"));
        assertThat(new InvalidOptionFailureAnalyzer(environment).analyze(new BeanCreationException("x", translated)))
                .isNull();
    }

    private FailureAnalysis analyze(RuntimeException failure) {
        List<FailureAnalysis> analyses = analyses(failure);
        assertThat(analyses).as("exactly one analyzer feels responsible").hasSize(1);
        return analyses.get(0);
    }

    private List<FailureAnalysis> analyses(RuntimeException failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        ArgumentResolver.of(Environment.class, environment),
                        (factory, implementation, problem) -> {})
                .stream()
                .map(analyzer -> analyzer.analyze(new BeanCreationException("bean 'kiban' cannot be made", failure)))
                .filter(Objects::nonNull)
                .toList();
    }
}
