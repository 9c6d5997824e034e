package dev.kiban;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a main class of the tests in a JVM of its own, on this JVM's class path. */
final class ChildJvm {

    private ChildJvm() {}

    static int run(Class<?> main, String... arguments) throws IOException, InterruptedException {
        return start(List.of(), main, arguments).inheritIO().start().waitFor();
    }

    /** A builder of the process; the prefix is put before the command, such as a tracer. */
    static ProcessBuilder start(List<String> prefix, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-Xmx128m", "-Xshare:auto", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
