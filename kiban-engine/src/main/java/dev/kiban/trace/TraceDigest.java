package dev.kiban.trace;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Counts and checksums lines, each with its line feed: what the {@code end} line vouches for. Not thread safe. */
final class TraceDigest {

    private final CRC32C crc = new CRC32C();
    private long lines;

    void add(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        add(bytes, bytes.length);
    }

    void add(byte[] line, int length) {
        crc.update(line, 0, length);
        crc.update('\n');
        lines++;
    }

    long lines() {
        return lines;
    }

    /** Eight lower-case hexadecimal digits. */
    String hex() {
        return String.format("%08x", crc.getValue());
    }

    void reset() {
        crc.reset();
        lines = 0;
    }
}
