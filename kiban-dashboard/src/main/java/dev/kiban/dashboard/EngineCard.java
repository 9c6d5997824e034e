package dev.kiban.dashboard;

import dev.kiban.Kiban;
import dev.kiban.metrics.StoreState;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a page says of an engine before its trace is read.
 *
 * @param id the name as a segment of a path
 * @param name as in health, meters and endpoint
 * @param state {@code open}, {@code read_only}, {@code failed} or {@code closed}
 * @param path its directory
 */
record EngineCard(String id, String name, String state, String path) {

    /** What every server takes as it is; the mark of the other ids is none of their beginnings. */
    private static final Pattern PLAIN = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-][A-Za-z0-9._~-]*");

    /** As in the scripts' {@code visible}: controls, lone surrogates, direction marks, zero-width characters and uncommon spaces. */
    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{C}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\ufe00-\\ufe0f\\uffa0"
                    + "\\x{e0000}-\\x{e0fff}]|(?! )\\p{Z}");

    /** Of an engine in whatever state, without a failure of its own. */
    static EngineCard of(String name, Kiban kiban) {
        return new EngineCard(
                id(name),
                name,
                state(kiban).name().toLowerCase(Locale.ROOT),
                kiban.path().toString());
    }

    /** The name where servers let it pass, its bytes otherwise: they refuse slashes and the like however these are encoded. */
    static String id(String name) {
        return PLAIN.matcher(name).matches()
                ? name
                : "~" + HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
    }

    /** The name for people, with all that would not be seen, or would reorder what is, as its number; public for templates. */
    public String title() {
        return UNSEEN.matcher(name)
                .replaceAll(
                        unseen -> "\\\\u{" + Integer.toHexString(unseen.group().codePointAt(0)) + "}");
    }

    private static StoreState state(Kiban kiban) {
        try {
            return kiban.isClosed() ? StoreState.CLOSED : kiban.metrics().state();
        } catch (RuntimeException e) {
            // It may have been closed since it was asked.
            return kiban.isClosed() ? StoreState.CLOSED : StoreState.FAILED;
        }
    }
}
