package dev.kiban.bench;

import dev.kiban.bench.quick.QuickCommand;
import dev.kiban.bench.quick.TrialCommand;
import dev.kiban.bench.record.RecordCommand;
import dev.kiban.bench.store.EngineKind;
import java.io.IOException;
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

    /** Asked for before every command: RocksDB is left out, since saying its version loads its native library. */
    @Override
    public String[] getVersion() {
        return new String[] {EngineKind.KIBAN.title() + " " + EngineKind.KIBAN.version()};
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
