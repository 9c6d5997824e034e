package dev.kiban.bench.quick;

import dev.kiban.bench.store.EngineKind;

/**
 * One engine's turn in one round: everything its JVM needs to know.
 *
 * @param engine which engine
 * @param round 1 for the first
 * @param position its place in the round's order, 1 for the first
 * @param directory where the store is made; must not exist
 * @param records memories loaded before reads
 * @param reads timed point reads and, as many, timed latest-ten calls
 * @param warmup untimed calls before those
 * @param puts timed insertions of new memories and, as many, timed updates
 * @param syncedPuts timed insertions that survive a power loss
 * @param cacheBytes block cache
 * @param seed of the data and the order of calls
 */
public record TrialPlan(
        EngineKind engine,
        int round,
        int position,
        String directory,
        int records,
        int reads,
        int warmup,
        int puts,
        int syncedPuts,
        long cacheBytes,
        long seed) {}
