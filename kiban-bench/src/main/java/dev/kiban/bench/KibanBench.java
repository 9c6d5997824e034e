package dev.kiban.bench;

import dev.kiban.bench.quick.QuickCommand;
import dev.kiban.bench.quick.TrialCommand;
import dev.kiban.bench.record.RecordCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ScopeType;

/** The runnable jar. Results go to standard output, progress and errors to standard error. */
@Command(
        name = "kiban-bench",
        description = "Benchmarks of Kiban against other embedded stores.",
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        subcommands = {QuickCommand.class, RecordCommand.class, TrialCommand.class, HelpCommand.class})
public final class KibanBench {

    private KibanBench() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new KibanBench()).execute(arguments));
    }
}
