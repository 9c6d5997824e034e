package dev.kiban.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.Compression;
import dev.kiban.Durability;
import dev.kiban.InvalidOptionException;
import dev.kiban.KeyVisibility;
import dev.kiban.KibanOptions;
import dev.kiban.OptionValue;
import dev.kiban.OptionValue.Origin;
import dev.kiban.Profile;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds that properties, options, metadata and README say the same. */
class KibanPropertiesTest {

    /** A value for every option that is not its default. */
    private static final Map<String, String> OTHER_VALUES = otherValues();

    @Test
    void everyOptionHasItsProperty() {
        List<String> components = Arrays.stream(KibanProperties.class.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
        assertThat(components).containsAll(optionNames());
        assertThat(OTHER_VALUES.keySet()).containsExactlyInAnyOrderElementsOf(optionNames());
    }

    @Test
    void propertiesThatAreNoOptionsAreKnownByName() {
        assertThat(Arrays.stream(KibanProperties.class.getRecordComponents()).map(RecordComponent::getName))
                .filteredOn(name -> !optionNames().contains(name))
                .containsExactlyInAnyOrder("path", "inMemory", "compactionThreads");
    }

    @ParameterizedTest
    @MethodSource("optionNames")
    void aSetPropertyReachesItsOptionAndIsToldApartFromADefault(String option) {
        KibanOptions options = apply(Map.of(new OptionProperty(option).name(), OTHER_VALUES.get(option)));
        KibanOptions defaults = KibanOptions.defaults();
        assertThat(value(options, option).origin()).isEqualTo(Origin.SET);
        assertThat(value(options, option).value())
                .doesNotHaveToString(value(defaults, option).value().toString());
        for (String other : optionNames()) {
            if (!other.equals(option)) {
                assertThat(value(options, other).origin()).as(other).isNotEqualTo(Origin.SET);
            }
        }
    }

    @Test
    void valuesArriveUnchanged() {
        Map<String, String> properties = new LinkedHashMap<>();
        OTHER_VALUES.forEach((option, value) -> properties.put(new OptionProperty(option).name(), value));
        KibanOptions options = apply(properties);
        assertThat(options.profile()).isEqualTo(Profile.AGENT_MEMORY);
        assertThat(options.name()).isEqualTo("memories");
        assertThat(options.durability()).isEqualTo(Durability.SYNC);
        assertThat(options.cacheSize()).isEqualTo(3 << 20);
        assertThat(options.memtableSize()).isEqualTo(64 << 10);
        assertThat(options.maxSealedMemtables()).isEqualTo(5);
        assertThat(options.blockSize()).isEqualTo(8 << 10);
        assertThat(options.compression()).isEqualTo(Compression.NONE);
        assertThat(options.compressionFromLevel()).isEqualTo(3);
        assertThat(options.filterBitsPerKey()).isEqualTo(12);
        assertThat(options.tableSize()).isEqualTo(2 << 20);
        assertThat(options.levelBaseSize()).isEqualTo(16 << 20);
        assertThat(options.levelMultiplier()).isEqualTo(8);
        assertThat(options.l0CompactionFiles()).isEqualTo(6);
        assertThat(options.l0SlowdownFiles()).isEqualTo(13);
        assertThat(options.l0StopFiles()).isEqualTo(30);
        assertThat(options.pendingSlowdownSize()).isEqualTo(1L << 30);
        assertThat(options.pendingStopSize()).isEqualTo(20L << 30);
        assertThat(options.minFreeDisk()).isEqualTo(1 << 20);
        assertThat(options.maxWriteWait()).isEqualTo(Duration.ofMillis(1500));
        assertThat(options.lockTimeout()).isEqualTo(Duration.ofSeconds(20));
        assertThat(options.closeTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.keyVisibility()).isEqualTo(KeyVisibility.PREFIX);
    }

    @Test
    void aSizeBeyondAnIntIsRefusedAndNotCut() {
        assertThatThrownBy(() -> apply(Map.of("kiban.block-size", "4294971392B")))
                .isInstanceOfSatisfying(InvalidOptionException.class, refused -> {
                    assertThat(refused.option()).isEqualTo("blockSize");
                    assertThat(refused.value()).isEqualTo("4294971392B");
                });
    }

    @Test
    void everyPropertyIsDescribed() throws Exception {
        Map<String, JsonNode> metadata = metadata();
        for (RecordComponent component : KibanProperties.class.getRecordComponents()) {
            assertThat(metadata).containsKey(new OptionProperty(component.getName()).name());
        }
        assertThat(metadata).containsKey("kiban.enabled");
        metadata.forEach(
                (name, property) -> assertThat(property.path("description").asString(""))
                        .as("description of " + name)
                        .matches("[A-Z].{10,}\\."));
    }

    @Test
    void documentedDefaultsAreTheEnginesOwn() throws Exception {
        Map<String, JsonNode> metadata = metadata();
        KibanOptions defaults = KibanOptions.defaults();
        for (String option : optionNames()) {
            JsonNode documented =
                    metadata.get(new OptionProperty(option).name()).path("defaultValue");
            if (documented.isMissingNode()) {
                assertThat(option).as("follows the memory at hand").isIn("cacheSize", "memtableSize");
            } else {
                KibanOptions set = apply(Map.of(new OptionProperty(option).name(), documented.asString()));
                assertThat(value(set, option).value())
                        .as(option)
                        .hasToString(value(defaults, option).value().toString());
            }
        }
    }

    @Test
    void theReadmeNamesEveryPropertyWithItsDefault() throws Exception {
        Map<String, String> rows = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("README.md"))) {
            if (line.startsWith("| `kiban.")) {
                rows.put(line.substring(3, line.indexOf('`', 3)), line.split("\\|")[2].strip());
            }
        }
        Map<String, JsonNode> metadata = metadata();
        metadata.keySet().removeIf(name -> !name.startsWith("kiban."));
        assertThat(rows.keySet()).containsExactlyElementsOf(metadata.keySet());
        metadata.forEach((name, property) -> {
            JsonNode documented = property.path("defaultValue");
            if (!documented.isMissingNode()) {
                assertThat(rows.get(name)).as(name).isEqualTo("`" + documented.asString() + "`");
            }
        });
    }

    @Test
    void aPathIsAFileSystemPathEvenWhereTheClassPathHasTheSameName() {
        Map<String, String> properties = Map.of("kiban.path", "META-INF");
        assertThat(bind(properties).path()).isEqualTo(Path.of("META-INF"));
    }

    static List<String> optionNames() {
        return KibanOptions.defaults().values().stream().map(OptionValue::name).toList();
    }

    private static Map<String, String> otherValues() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("profile", "agent-memory");
        values.put("name", "memories");
        values.put("durability", "sync");
        values.put("cacheSize", "3MB");
        values.put("memtableSize", "64KB");
        values.put("maxSealedMemtables", "5");
        values.put("blockSize", "8KB");
        values.put("compression", "none");
        values.put("compressionFromLevel", "3");
        values.put("filterBitsPerKey", "12");
        values.put("tableSize", "2MB");
        values.put("levelBaseSize", "16MB");
        values.put("levelMultiplier", "8");
        values.put("l0CompactionFiles", "6");
        values.put("l0SlowdownFiles", "13");
        values.put("l0StopFiles", "30");
        values.put("pendingSlowdownSize", "1GB");
        values.put("pendingStopSize", "20GB");
        values.put("minFreeDisk", "1MB");
        values.put("maxWriteWait", "1500ms");
        values.put("lockTimeout", "20s");
        values.put("closeTimeout", "5s");
        values.put("keyVisibility", "prefix");
        return values;
    }

    private static OptionValue value(KibanOptions options, String name) {
        return options.values().stream()
                .filter(value -> value.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static KibanOptions apply(Map<String, String> properties) {
        KibanOptions.Builder builder = KibanOptions.builder();
        bind(properties).applyTo(builder, true);
        return builder.build();
    }

    private static KibanProperties bind(Map<String, String> properties) {
        return new Binder(
                        List.of(new MapConfigurationPropertySource(properties)),
                        null,
                        ApplicationConversionService.getSharedInstance())
                .bindOrCreate("kiban", KibanProperties.class);
    }

    private static Map<String, JsonNode> metadata() throws Exception {
        Map<String, JsonNode> properties = new TreeMap<>();
        JsonNode root = JsonMapper.shared()
                .readTree(Files.readAllBytes(Path.of("target/classes/META-INF/spring-configuration-metadata.json")));
        for (JsonNode property : root.path("properties")) {
            properties.put(property.path("name").asString(), property);
        }
        return properties;
    }
}
