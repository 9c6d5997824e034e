package dev.kiban.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.KibanListener;
import dev.kiban.KibanOptions;
import dev.kiban.event.CompactionEnd;
import dev.kiban.event.FlushEnd;
import dev.kiban.event.StallCause;
import dev.kiban.event.StallEnd;
import dev.kiban.event.StallKind;
import dev.kiban.spring.PictureFixture;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Reads the meters as Prometheus does. */
class KibanMetersTest {

    private static final Path PAGE = Path.of("../docs/metrics.md");

    private final AtomicBoolean closed = new AtomicBoolean();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EnginePicture picture = new EnginePicture(PictureFixture::open, closed::get, Clock.SYSTEM);
    private final KibanListener listener = KibanMeters.bind(
            new EngineMeters(registry, picture, "memories"),
            KibanOptions.agentMemory().build());

    /** The engine comes as a jar with a version, or as a folder of classes without one, as the build goes. */
    private static String engineVersion() {
        String version = Kiban.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Test
    void everyMeterReadsItsField() {
        assertThat(exposition())
                .contains(
                        line(
                                "kiban_info",
                                "compression=none,durability=process,profile=agent_memory,version=" + engineVersion(),
                                1),
                        line("kiban_state", "state=open", 1),
                        line("kiban_state", "state=read_only", 0),
                        line("kiban_state", "state=closed", 0),
                        line("kiban_operations_total", "operation=get", 101),
                        line("kiban_operations_total", "operation=put", 102),
                        line("kiban_operations_total", "operation=delete", 103),
                        line("kiban_operations_total", "operation=batch", 104),
                        line("kiban_operations_total", "operation=scan", 105),
                        line("kiban_user_written_bytes_total", "", 106),
                        line("kiban_user_read_bytes_total", "", 107),
                        line("kiban_get_source_total", "source=memtable", 108),
                        line("kiban_get_source_total", "source=l0", 109),
                        line("kiban_get_source_total", "source=l1", 110),
                        line("kiban_get_source_total", "source=deeper", 111),
                        line("kiban_get_source_total", "source=none", 112),
                        line("kiban_operation_seconds_count", "operation=get", 113),
                        line("kiban_operation_seconds_sum", "operation=get", 114),
                        line("kiban_operation_seconds_count", "operation=write", 115),
                        line("kiban_operation_seconds_sum", "operation=write", 116),
                        line("kiban_commit_groups_total", "", 201),
                        line("kiban_commit_writes_total", "", 202),
                        line("kiban_commit_payload_bytes_total", "", 203),
                        line("kiban_commit_wait_seconds_count", "", 202),
                        line("kiban_commit_wait_seconds_sum", "", 204),
                        line("kiban_wal_files", "", 301),
                        line("kiban_wal_size_bytes", "", 302),
                        line("kiban_wal_written_bytes_total", "", 303),
                        line("kiban_wal_sync_seconds_count", "", 304),
                        line("kiban_wal_sync_seconds_sum", "", 305),
                        line("kiban_wal_buffered_bytes", "", 306),
                        line("kiban_memtable_size_bytes", "state=active", 401),
                        line("kiban_memtable_size_bytes", "state=immutable", 402),
                        line("kiban_memtable_count_memtables", "state=immutable", 2),
                        line("kiban_flush_written_bytes_total", "", 602),
                        line("kiban_flush_failures_total", "", 604),
                        line("kiban_compaction_dropped_total", "", 705),
                        line("kiban_compaction_failures_total", "", 707),
                        line("kiban_compaction_active", "", 708),
                        line("kiban_compaction_pending_bytes", "", 709),
                        line("kiban_cache_capacity_bytes", "", 801),
                        line("kiban_cache_size_bytes", "kind=data", 802),
                        line("kiban_cache_gets_total", "kind=data,result=hit", 803),
                        line("kiban_cache_gets_total", "kind=data,result=miss", 804),
                        line("kiban_cache_puts_total", "kind=data", 805),
                        line("kiban_cache_evictions_total", "kind=data", 806),
                        line("kiban_cache_size_bytes", "kind=index", 807),
                        line("kiban_cache_size_bytes", "kind=filter", 808),
                        line("kiban_filter_checks_total", "result=negative", 809),
                        line("kiban_filter_checks_total", "result=positive", 810),
                        line("kiban_filter_false_positives_total", "", 811),
                        line("kiban_write_state", "", 1),
                        line("kiban_write_waiting", "", 4),
                        line("kiban_write_delay_rate", "", 902),
                        line("kiban_write_rejected_total", "reason=max_write_wait", 903),
                        line("kiban_write_blocked_seconds_count", "cause=memtables,kind=slowdown", 910),
                        line("kiban_write_blocked_seconds_sum", "cause=l0_files,kind=slowdown", 951),
                        line("kiban_write_blocked_seconds_count", "cause=pending_bytes,kind=stop", 922),
                        line("kiban_write_blocked_seconds_sum", "cause=disk_space,kind=stop", 963),
                        line("kiban_snapshots_open", "", 11),
                        line("kiban_cursors_open", "", 12),
                        line("kiban_snapshot_oldest_age_seconds", "", 13),
                        line("kiban_pinned_size_bytes", "", 14),
                        line("kiban_sequence", "kind=visible", 77),
                        line("kiban_sequence", "kind=durable", 66),
                        line("kiban_disk_size_bytes", "kind=wal", 1_001),
                        line("kiban_disk_size_bytes", "kind=sst", 1_002),
                        line("kiban_disk_size_bytes", "kind=manifest", 1_003),
                        line("kiban_disk_size_bytes", "kind=obsolete", 1_004),
                        line("kiban_disk_free_bytes", "", 1_005),
                        line("kiban_disk_total_bytes", "", 1_006),
                        line("kiban_recovery_duration_seconds", "", 1_101),
                        line("kiban_recovery_records", "", 1_102),
                        line("kiban_recovery_dropped_bytes", "", 1_104),
                        line("kiban_write_amplification", "", 12.5),
                        line("kiban_space_amplification", "", 1.25),
                        line("kiban_read_amplification", "", 9),
                        line("kiban_errors_total", "kind=corruption", 1_301),
                        line("kiban_errors_total", "kind=disk_full", 1_302),
                        line("kiban_errors_total", "kind=io", 1_303),
                        line("kiban_errors_total", "kind=bug", 1_304));
    }

    @Test
    void everyLevelHasEveryMeterFromTheStart() {
        Set<String> exposition = exposition();
        for (int level = 0; level < 7; level++) {
            assertThat(exposition)
                    .contains(
                            line("kiban_level_files", "level=" + level, 500 + level),
                            line("kiban_level_size_bytes", "level=" + level, 5_100 + level),
                            line("kiban_level_target_size_bytes", "level=" + level, 5_200 + level),
                            line("kiban_level_score", "level=" + level, 0.5 + level),
                            line("kiban_level_tombstones", "level=" + level, 5_400 + level),
                            line("kiban_level_queued_size_bytes", "level=" + level, 5_500 + level),
                            line("kiban_compaction_read_bytes_total", "level=" + level, 5_600 + level));
            if (level > 0) {
                assertThat(exposition)
                        .contains(line("kiban_compaction_written_bytes_total", "level=" + level, 5_700 + level));
            }
        }
    }

    @Test
    void eventsAreRecordedOneByOneAndAddNoSeries() {
        Set<Meter.Id> before = ids();
        listener.onEvent(new StallEnd(0, StallCause.MEMTABLES, StallKind.STOP, 2_000_000_000L));
        listener.onEvent(new FlushEnd(0, 1, "size", 1, 100, 300_000_000L, true));
        listener.onEvent(new FlushEnd(0, 2, "size", 0, 0, 1, false));
        listener.onEvent(new FlushEnd(0, 3, "a reason of tomorrow", 1, 100, 1_000_000_000L, true));
        listener.onEvent(new CompactionEnd(0, 4, "default", 2, 3, 10, 9, 1, 5_000_000_000L, "level size", true));
        listener.onEvent(new CompactionEnd(0, 5, "default", 2, 3, 0, 0, 0, 1, "level size", false));
        assertThat(exposition())
                .contains(
                        line("kiban_write_stall_seconds_count", "cause=memtables,kind=stop", 1),
                        line("kiban_write_stall_seconds_sum", "cause=memtables,kind=stop", 2),
                        line("kiban_write_stall_seconds_bucket", "cause=memtables,kind=stop,le=1.0", 0),
                        line("kiban_write_stall_seconds_bucket", "cause=memtables,kind=stop,le=10.0", 1),
                        line("kiban_write_stall_seconds_count", "cause=l0_files,kind=slowdown", 0),
                        line("kiban_flush_seconds_count", "reason=size", 1),
                        line("kiban_flush_seconds_sum", "reason=size", 0.3),
                        line("kiban_flush_seconds_count", "reason=other", 1),
                        line("kiban_flush_seconds_count", "reason=close", 0),
                        line("kiban_compaction_seconds_count", "level=2,reason=level_size", 1),
                        line("kiban_compaction_seconds_sum", "level=2,reason=level_size", 5));
        assertThat(ids()).isEqualTo(before);
    }

    @Test
    void aClosedEngineShowsItsStateAndTotalsAndNothingElse() {
        closed.set(true);
        assertThat(exposition())
                .contains(
                        line("kiban_state", "state=closed", 1),
                        line("kiban_state", "state=open", 0),
                        line("kiban_level_size_bytes", "level=3", Double.NaN),
                        line("kiban_write_state", "", Double.NaN),
                        line("kiban_disk_free_bytes", "", Double.NaN));
    }

    @Test
    void everyMeterIsDescribedAndBelongsToItsEngine() {
        assertThat(registry.getMeters()).isNotEmpty().allSatisfy(meter -> {
            assertThat(meter.getId().getDescription())
                    .as(meter.getId().getName())
                    .matches("[A-Z1].{8,}[^.]");
            assertThat(meter.getId().getTag("engine")).isEqualTo("memories");
        });
    }

    @Test
    void thePageListsEveryMeter() throws Exception {
        String table = table();
        String page = Files.readString(PAGE);
        if (Boolean.getBoolean("kiban.write-docs")) {
            page = page.replaceAll("(?s)\\| meter \\|.*?(?=\\n\\n|$)", table.strip());
            Files.writeString(PAGE, page);
        }
        assertThat(page)
                .as("docs/metrics.md; run this test with -Dkiban.write-docs=true to write it anew")
                .contains(table.strip());
    }

    /** The page's table: a row for each name, the tags with all their values. */
    private String table() {
        Map<String, List<Meter.Id>> byName = registry.getMeters().stream()
                .map(Meter::getId)
                .collect(Collectors.groupingBy(Meter.Id::getName, TreeMap::new, Collectors.toList()));
        StringBuilder table = new StringBuilder("| meter | type | unit | tags | meaning |\n|---|---|---|---|---|\n");
        byName.forEach((name, ids) -> {
            Map<String, Set<String>> tags = new TreeMap<>();
            ids.forEach(id -> id.getTags().stream()
                    .filter(tag -> !tag.getKey().equals("engine"))
                    .forEach(tag -> tags.computeIfAbsent(tag.getKey(), key -> new LinkedHashSet<>())
                            .add(tag.getValue())));
            String shown = tags.entrySet().stream()
                    .map(tag -> "`" + tag.getKey() + "`"
                            + (name.equals("kiban.info")
                                    ? ""
                                    : ": " + String.join(", ", new TreeSet<>(tag.getValue()))))
                    .collect(Collectors.joining("; "));
            Meter.Id first = ids.get(0);
            String type = first.getType().name().toLowerCase(Locale.ROOT);
            String unit = first.getBaseUnit() == null ? "" : first.getBaseUnit();
            table.append("| `%s` | %s | %s | %s | %s |\n".formatted(name, type, unit, shown, first.getDescription()));
        });
        return table.toString();
    }

    private Set<Meter.Id> ids() {
        return registry.getMeters().stream().map(Meter::getId).collect(Collectors.toSet());
    }

    private Set<String> exposition() {
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).collect(Collectors.toSet());
    }

    /** A line of the exposition; tags are given sorted, the engine's left out. */
    private static String line(String name, String tags, double value) {
        Map<String, String> sorted = new TreeMap<>(Map.of("engine", "memories"));
        if (!tags.isEmpty()) {
            for (String tag : tags.split(",")) {
                sorted.put(tag.substring(0, tag.indexOf('=')), tag.substring(tag.indexOf('=') + 1));
            }
        }
        String le = sorted.remove("le");
        String labels = sorted.entrySet().stream()
                .map(tag -> tag.getKey() + "=\"" + tag.getValue() + "\"")
                .collect(Collectors.joining(","));
        String bucket = le == null ? "" : ",le=\"" + le + "\"";
        boolean whole = le != null || name.endsWith("_count") || name.endsWith("_info");
        return name + "{" + labels + bucket + "} " + (whole ? Long.toString((long) value) : Double.toString(value));
    }
}
