package dev.kiban.bench.quick;

import dev.kiban.bench.store.EngineKind;
import java.util.List;
import java.util.Map;

/**
 * What one engine did in one round.
 *
 * @param engine which engine
 * @param version of the engine
 * @param round 1 for the first
 * @param position its place in the round's order
 * @param options the engine's options that matter
 * @param workloads timed calls, in the order they ran
 * @param settleNanos from the end of the load until nothing was left to do in the background
 * @param diskBytes lengths of all files after the last flush and close
 * @param peakResidentBytes the process's peak resident memory before the last verification; 0 when unknown
 * @param verified results compared with their expected content, all of them equal
 * @param loadAverageBefore the system's load over the minute before; negative when unknown
 */
public record TrialResult(
        EngineKind engine,
        String version,
        int round,
        int position,
        Map<String, String> options,
        List<WorkloadResult> workloads,
        long settleNanos,
        long diskBytes,
        long peakResidentBytes,
        long verified,
        double loadAverageBefore) {

    /** The timed calls of that name. */
    public WorkloadResult workload(String name) {
        return workloads.stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no workload " + name));
    }
}
