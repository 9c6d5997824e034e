package dev.kiban.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An answer in full, written as it is whatever converters and filters the application has. Immutable as long as nobody changes
 * the bytes.
 *
 * @param status of HTTP
 * @param headers those of this answer; the ones that every answer has are added when it is written
 * @param body its bytes
 * @param compress whether it is worth to be compressed for those who accept that
 */
record Answer(int status, Map<String, String> headers, byte[] body, boolean compress) {

    static final String HTML = "text/html;charset=UTF-8";
    static final String TEXT = "text/plain;charset=UTF-8";

    private static final int WORTH_COMPRESSING = 4 << 10;
    private static final Pattern GZIP =
            Pattern.compile("(^|,)\\s*(gzip|x-gzip|\\*)\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?(,|$)");

    private static final Map<String, String> ALWAYS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                    + "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "X-Frame-Options",
            "DENY");

    /** An answer of that type that nobody keeps. */
    static Answer of(int status, String type, byte[] body) {
        return new Answer(status, Map.of("Content-Type", type, "Cache-Control", "no-store"), body, false);
    }

    static Answer text(int status, String text) {
        return of(status, TEXT, (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    static Answer redirect(String path) {
        return text(302, "See " + path).with("Location", path);
    }

    /** The same with this header, in place of one of that name. */
    Answer with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Answer(status, Collections.unmodifiableMap(more), body, compress);
    }

    /** The same with a tag, by which a browser asks whether what it has is still right. */
    Answer tagged(String etag) {
        return with("ETag", etag).with("Cache-Control", "no-cache");
    }

    Answer compressible() {
        return new Answer(status, headers, body, true).with("Vary", "Accept-Encoding");
    }

    void writeTo(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ALWAYS.forEach(response::setHeader);
        if (isKnown(request.getHeader("If-None-Match"))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            headers.forEach((name, value) -> {
                if (!name.equals("Content-Type")) {
                    response.setHeader(name, value);
                }
            });
        } else {
            writeBody(request, response);
        }
        // Sent now: a filter that sets headers afterwards comes too late.
        response.flushBuffer();
    }

    private void writeBody(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(status);
        headers.forEach(response::setHeader);
        byte[] sent = body;
        if (compress && body.length > WORTH_COMPRESSING && acceptsGzip(request.getHeader("Accept-Encoding"))) {
            sent = gzip(body);
            response.setHeader("Content-Encoding", "gzip");
        }
        response.setContentLength(sent.length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(sent);
        }
    }

    private boolean isKnown(@Nullable String tags) {
        String etag = headers.get("ETag");
        if (etag == null || tags == null) {
            return false;
        }
        for (String tag : tags.split(",", -1)) {
            String stripped = tag.strip();
            if (stripped.equals("*") || stripped.equals(etag) || stripped.equals("W/" + etag)) {
                return true;
            }
        }
        return false;
    }

    static boolean acceptsGzip(@Nullable String encodings) {
        return encodings != null
                && GZIP.matcher(encodings.toLowerCase(Locale.ROOT)).find();
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(plain.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(plain);
        }
        return compressed.toByteArray();
    }
}
