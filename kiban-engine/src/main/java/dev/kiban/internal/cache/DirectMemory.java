package dev.kiban.internal.cache;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** How much direct memory this JVM allows. Stateless. */
final class DirectMemory {

    private static final String FLAG = "-XX:MaxDirectMemorySize=";

    private DirectMemory() {}

    /** The limit in bytes: the flag when it is set and can be seen, otherwise the maximal heap, as the JVM does. */
    static long limit() {
        return Limit.BYTES;
    }

    /** The limit that the last such flag sets; the default when there is none, or when it is 0. */
    static long limit(Iterable<String> arguments, long defaultLimit) {
        long limit = defaultLimit;
        for (String argument : arguments) {
            if (argument.startsWith(FLAG)) {
                long bytes = bytes(argument.substring(FLAG.length()));
                limit = bytes > 0 ? bytes : defaultLimit;
            }
        }
        return limit;
    }

    private static long bytes(String size) {
        String digits = size.toLowerCase(Locale.ROOT);
        int shift = 0;
        if (!digits.isEmpty() && "kmgt".indexOf(digits.charAt(digits.length() - 1)) >= 0) {
            shift = 10 * ("kmgt".indexOf(digits.charAt(digits.length() - 1)) + 1);
            digits = digits.substring(0, digits.length() - 1);
        }
        try {
            return Long.parseLong(digits) << shift;
        } catch (NumberFormatException malformed) {
            return 0;
        }
    }

    private static final class Limit {

        static final long BYTES = read();

        private static long read() {
            long heap = Runtime.getRuntime().maxMemory();
            try {
                return limit(ManagementFactory.getRuntimeMXBean().getInputArguments(), heap);
            } catch (LinkageError | SecurityException withoutManagement) {
                // java.management is optional: without it only the default is known.
                return heap;
            }
        }
    }
}
