package dev.kiban.spring.endpoint;

import dev.kiban.Kiban;
import dev.kiban.event.TableInfo;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.LevelMetrics;
import dev.kiban.metrics.StoreState;
import dev.kiban.spring.endpoint.EngineDescriptor.Level;
import dev.kiban.spring.endpoint.EngineDescriptor.Option;
import dev.kiban.spring.endpoint.EngineDescriptor.Stalls;
import dev.kiban.spring.endpoint.EngineDescriptor.Table;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes engines from the same picture that their meters read. Stateless. */
final class Description {

    /** How often levels and files are taken again when a flush or compaction fell between the two. */
    private static final int ATTEMPTS = 5;

    private Description() {}

    /** An engine without its files. */
    static EngineDescriptor summary(Kiban kiban) {
        try {
            return kiban.isClosed() ? closed() : describe(kiban, kiban.metrics(), null, false);
        } catch (IllegalStateException closedMeanwhile) {
            return closed();
        }
    }

    /** An engine with everything; its levels and its files are of the same moment. */
    static EngineDescriptor details(Kiban kiban) {
        try {
            if (kiban.isClosed()) {
                return closed();
            }
            KibanMetrics metrics = kiban.metrics();
            List<TableInfo> tables = kiban.tables().tables();
            for (int i = 1; i < ATTEMPTS && !agree(metrics, tables); i++) {
                metrics = kiban.metrics();
                tables = kiban.tables().tables();
            }
            return describe(kiban, metrics, tables, true);
        } catch (IllegalStateException closedMeanwhile) {
            return closed();
        }
    }

    private static EngineDescriptor describe(
            Kiban kiban, KibanMetrics metrics, @Nullable List<TableInfo> tables, boolean withMetrics) {
        return new EngineDescriptor(
                EngineDescriptor.word(metrics.state()),
                kiban.path().toString(),
                Instant.ofEpochMilli(metrics.openedAtMillis()),
                levels(kiban, metrics, tables),
                Stalls.of(metrics.stalls()),
                kiban.options().values().stream().map(Option::of).toList(),
                withMetrics ? metrics : null);
    }

    private static List<Level> levels(Kiban kiban, KibanMetrics metrics, @Nullable List<TableInfo> tables) {
        if (tables == null) {
            return metrics.levels().stream().map(level -> Level.of(level, null)).toList();
        }
        ShownKeys keys = new ShownKeys(kiban.options().keyVisibility(), tables);
        return metrics.levels().stream()
                .map(level -> Level.of(
                        level,
                        tables.stream()
                                .filter(table -> table.level() == level.level())
                                .map(table -> table(table, keys))
                                .toList()))
                .toList();
    }

    private static Table table(TableInfo table, ShownKeys keys) {
        return new Table(
                table.number(),
                table.keyspace(),
                table.size(),
                table.entries(),
                table.tombstones(),
                keys.show(table.keyspace(), table.minKey()),
                keys.show(table.keyspace(), table.maxKey()));
    }

    private static boolean agree(KibanMetrics metrics, List<TableInfo> tables) {
        for (LevelMetrics level : metrics.levels()) {
            List<TableInfo> ofLevel = tables.stream()
                    .filter(table -> table.level() == level.level())
                    .toList();
            if (ofLevel.size() != level.files()
                    || ofLevel.stream().mapToLong(TableInfo::size).sum() != level.size()) {
                return false;
            }
        }
        return true;
    }

    private static EngineDescriptor closed() {
        return new EngineDescriptor(
                EngineDescriptor.word(StoreState.CLOSED), null, null, List.of(), null, List.of(), null);
    }
}
