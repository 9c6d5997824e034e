package dev.kiban.bench;

import dev.kiban.bench.quick.QuickCommand;
import dev.kiban.bench.quick.TrialCommand;
import dev.kiban.bench.record.RecordCommand;
import dev.kiban.bench.store.EngineKind;
import java.io.IOException;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ScopeType;

/** The runnable jar. Results go to standard output, progress and errors to standard error. */
@Command(
        name = "kiban-bench",
        description = "Benchmarks of Kiban against other embedded stores.",
        scope = ScopeType.INHERIT,
        versionProvider = KibanBench.class,
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        subcommands = {QuickCommand.class, RecordCommand.class, TrialCommand.class, HelpCommand.class})
public final class KibanBench implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return Stream.of(EngineKind.values())
                .map(engine -> engine.title() + " " + engine.version())
                .toArray(String[]::new);
    }

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new KibanBench())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((exception, command, arguments) -> {
                    if (!(exception instanceof IOException)) {
                        throw exception;
                    }
                    command.getErr().println(exception.getMessage());
                    return 1;
                });
    }
}
