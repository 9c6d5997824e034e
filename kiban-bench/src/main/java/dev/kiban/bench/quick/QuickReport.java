package dev.kiban.bench.quick;

import dev.kiban.bench.report.Numbers;
import dev.kiban.bench.report.Ratio;
import dev.kiban.bench.report.Spread;
import dev.kiban.bench.report.Table;
import dev.kiban.bench.store.EngineKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Tables from a result: medians, ranges and ratios paired by round, with all that is needed to judge them. */
final class QuickReport {

    private static final double MICROSECOND = 1e3;
    private static final double SECOND = 1e9;
    private static final double MIB = 1 << 20;

    /** Something measured of which less is better. */
    private record Row(
            String work, String unit, ToDoubleFunction<TrialResult> value, Function<TrialResult, String> guarantee) {}

    private final QuickResult result;
    private final List<EngineKind> engines;

    QuickReport(QuickResult result) {
        this.result = result;
        Set<EngineKind> present = new LinkedHashSet<>(List.of(EngineKind.values()));
        present.removeIf(engine -> result.of(engine).isEmpty());
        this.engines = List.copyOf(present);
    }

    /** For a terminal. */
    String toText() {
        return facts().stream().collect(Collectors.joining("\n", "", "\n\n"))
                + comparison().toText()
                + "\n"
                + tails().toText()
                + "\n"
                + notes().stream().collect(Collectors.joining("\n", "", "\n"));
    }

    String toMarkdown() {
        String bulleted = "\n- ";
        return "# Agent memories: Kiban against other embedded stores\n\n"
                + "Written by `kiban-bench quick`; do not edit.\n"
                + facts().stream().collect(Collectors.joining(bulleted, bulleted, "\n\n"))
                + "## Medians and ranges\n\n"
                + comparison().toMarkdown()
                + "\n## Tails\n\n"
                + tails().toMarkdown()
                + "\n## How to read this\n"
                + notes().stream().collect(Collectors.joining(bulleted, bulleted, "\n\n"))
                + "## Options\n\n"
                + options().toMarkdown();
    }

    private List<String> facts() {
        List<String> facts = new ArrayList<>();
        facts.add("Date: " + result.date() + "; commit: " + result.commit());
        facts.add("Machine: " + result.machine().cpu() + ", " + result.machine().processors() + " processors, "
                + Numbers.format(result.machine().memoryBytes() / MIB) + " MiB memory, "
                + result.machine().fileSystem() + " file system, "
                + result.machine().os());
        facts.add("JVM: " + result.machine().jvm() + ", " + String.join(" ", result.jvmFlags()));
        for (EngineKind engine : engines) {
            TrialResult first = result.of(engine).get(0);
            String profile = first.options().get("profile");
            facts.add("Engine: " + engine.title() + " " + first.version()
                    + (profile == null ? "" : ", profile " + profile));
        }
        facts.add(String.format(
                Locale.ROOT,
                "Work: %,d memories; %,d reads of each kind after %,d to warm up; %,d puts, %,d updates, %,d synced puts;"
                        + " %s MiB block cache; rounds: %d; seed: %d",
                result.records(),
                result.reads(),
                result.warmup(),
                calls(Trial.PUT),
                calls(Trial.UPDATE),
                calls(Trial.SYNCED_PUT),
                Numbers.format(result.cacheBytes() / MIB),
                result.rounds(),
                result.seed()));
        facts.add(String.format(
                Locale.ROOT,
                "Verified: %,d results compared with their complete expected content, all equal",
                result.trials().stream().mapToLong(TrialResult::verified).sum()));
        return facts;
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(List.of(
                "Median of the rounds (lowest–highest). Less is better in every row.",
                "Ratios are taken within each round, then their median (lowest–highest); even: the sign changes between rounds.",
                "One timer spans a whole call: building the key, JSON, the engine. Each engine runs in a JVM of its own.",
                "Load is the time in the calls that insert the memories one by one; settle is from then until no flush or"
                        + " compaction is left; reads follow.",
                "Peak RSS is of the whole process, JVM included, and counts mapped file pages."));
        double busiest = result.trials().stream()
                .mapToDouble(TrialResult::loadAverageBefore)
                .max()
                .orElse(0);
        if (busiest > result.machine().processors()) {
            notes.add("The machine was busy with other work (one-minute load up to " + Numbers.format(busiest)
                    + "): no result, run it again on a quiet one.");
        }
        if (result.rounds() < 3) {
            notes.add("Fewer than three rounds: a first impression, no result.");
        }
        return notes;
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(
                Trial.LOAD,
                "s",
                trial -> trial.workload(Trial.LOAD).totalNanos() / SECOND,
                trial -> trial.workload(Trial.LOAD).guarantee()));
        rows.add(new Row("settle after load", "s", trial -> trial.settleNanos() / SECOND, trial -> ""));
        for (String work : List.of(Trial.POINT_READ, Trial.LATEST_TEN, Trial.PUT, Trial.UPDATE, Trial.SYNCED_PUT)) {
            rows.add(latency(work, "p50", WorkloadResult::p50Nanos));
            rows.add(latency(work, "p99", WorkloadResult::p99Nanos));
        }
        rows.add(new Row("disk after flush and close", "MiB", trial -> trial.diskBytes() / MIB, trial -> ""));
        if (result.trials().stream().allMatch(trial -> trial.peakResidentBytes() > 0)) {
            rows.add(new Row("peak RSS", "MiB", trial -> trial.peakResidentBytes() / MIB, trial -> ""));
        }
        return rows;
    }

    private static Row latency(String work, String name, ToDoubleFunction<WorkloadResult> nanos) {
        return new Row(
                work + ", " + name,
                "µs",
                trial -> nanos.applyAsDouble(trial.workload(work)) / MICROSECOND,
                trial -> trial.workload(work).guarantee());
    }

    private Table comparison() {
        List<String> header = new ArrayList<>(List.of("work", "unit"));
        engines.forEach(engine -> header.add(engine.title()));
        List<EngineKind> rivals = engines.contains(EngineKind.KIBAN)
                ? engines.stream().filter(engine -> engine != EngineKind.KIBAN).toList()
                : List.of();
        rivals.forEach(rival -> header.add("Kiban against " + rival.title()));
        header.add("guarantee once a write returned");
        List<List<String>> rows = new ArrayList<>();
        for (Row row : rows()) {
            List<String> cells = new ArrayList<>(List.of(row.work(), row.unit()));
            engines.forEach(engine -> cells.add(describe(Spread.of(values(row, engine)))));
            rivals.forEach(rival -> cells.add(
                    Ratio.of(values(row, EngineKind.KIBAN), values(row, rival)).describe()));
            cells.add(guarantees(row));
            rows.add(cells);
        }
        return new Table(header, rows);
    }

    /** What medians hide: each engine's rare and its longest calls, the worst of all rounds. */
    private Table tails() {
        List<String> header =
                new ArrayList<>(List.of("work", "engine", "calls a round", "p99.9, µs", "longest of all rounds, µs"));
        List<List<String>> rows = new ArrayList<>();
        for (WorkloadResult work : result.trials().get(0).workloads()) {
            for (EngineKind engine : engines) {
                List<WorkloadResult> same = result.of(engine).stream()
                        .map(trial -> trial.workload(work.name()))
                        .toList();
                double[] p999 = same.stream()
                        .mapToDouble(w -> w.p999Nanos() / MICROSECOND)
                        .toArray();
                double longest = same.stream()
                        .mapToDouble(w -> w.maxNanos() / MICROSECOND)
                        .max()
                        .orElse(0);
                rows.add(List.of(
                        work.name(),
                        engine.title(),
                        String.format(Locale.ROOT, "%,d", work.calls()),
                        describe(Spread.of(p999)),
                        Numbers.format(longest)));
            }
        }
        return new Table(header, rows);
    }

    private Table options() {
        List<List<String>> rows = new ArrayList<>();
        for (EngineKind engine : engines) {
            for (Map.Entry<String, String> option :
                    result.of(engine).get(0).options().entrySet()) {
                rows.add(List.of(engine.title(), "`" + option.getKey() + "`", "`" + option.getValue() + "`"));
            }
        }
        return new Table(List.of("engine", "option", "value"), rows);
    }

    private long calls(String work) {
        return result.trials().get(0).workload(work).calls();
    }

    private double[] values(Row row, EngineKind engine) {
        return result.of(engine).stream().mapToDouble(row.value()).toArray();
    }

    /** Engines that promise the same are named together: {@code Kiban PROCESS, RocksDB WAL: survives …}. */
    private String guarantees(Row row) {
        Map<String, String> namesByPromise = new LinkedHashMap<>();
        for (EngineKind engine : engines) {
            String guarantee = row.guarantee().apply(result.of(engine).get(0));
            if (!guarantee.isEmpty()) {
                int end = guarantee.indexOf(':');
                namesByPromise.merge(
                        guarantee.substring(end + 1).trim(),
                        engine.title() + " " + guarantee.substring(0, Math.max(0, end)),
                        (names, name) -> names + ", " + name);
            }
        }
        return namesByPromise.entrySet().stream()
                .map(promise -> promise.getValue() + ": " + promise.getKey())
                .collect(Collectors.joining("; "));
    }

    private static String describe(Spread spread) {
        return Numbers.format(spread.median()) + " (" + Numbers.range(spread.min(), spread.max()) + ")";
    }
}
