package dev.kiban.dashboard;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The ETag of some bytes: the same for the same content, whatever version it came with. */
final class ContentTag {

    private static final int BYTES = 16;

    private ContentTag() {}

    static String of(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return '"' + HexFormat.of().formatHex(digest, 0, BYTES) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
