package dev.kiban.bench.quick;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What the {@code quick} command runs in a JVM of its own: one engine, one round. */
@Command(name = "quick-trial", hidden = true, description = "One engine's turn in one round of 'quick'.")
public final class TrialCommand implements Callable<Integer> {

    @Parameters(index = "0", description = "JSON file with the plan.")
    private Path plan = Path.of("plan.json");

    @Parameters(index = "1", description = "File that the result is written to.")
    private Path result = Path.of("result.json");

    @Override
    public Integer call() throws Exception {
        Results.write(result, new Trial(Results.read(plan, TrialPlan.class)).run());
        return 0;
    }
}
