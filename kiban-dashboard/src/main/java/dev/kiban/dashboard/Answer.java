package dev.kiban.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer, written as it is whatever converters and filters the application has. Immutable as long as nobody changes what its
 * body was made of.
 *
 * @param status of HTTP
 * @param headers those of this answer; the ones that every answer has are added when it is written
 * @param body what follows them
 */
record Answer(int status, Map<String, String> headers, Body body) {

    static final String HTML = "text/html;charset=UTF-8";
    static final String TEXT = "text/plain;charset=UTF-8";

    /** More than any page or script; only what is long keeps much memory for as long as a slow reader takes. */
    private static final int LONG = 256 << 10;

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
        return of(status, type, new Body.Bytes(body));
    }

    private static Answer of(int status, String type, Body body) {
        return new Answer(status, Map.of("Content-Type", type, "Cache-Control", "no-store"), body);
    }

    /** Lines of a trace. */
    static Answer lines(List<String> lines) {
        return of(200, "application/x-ndjson", new LinesBody(lines));
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
        return new Answer(status, Collections.unmodifiableMap(more), body);
    }

    /** The same with a tag, by which a browser asks whether what it has is still right. */
    Answer tagged(String etag) {
        return with("ETag", etag).with("Cache-Control", "no-cache");
    }

    /** Whether only a few of the kind may be on their way at a time. */
    boolean isLong() {
        return body.size() > LONG;
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
            response.setStatus(status);
            headers.forEach(response::setHeader);
            body.writeTo(request, response);
        }
        // Sent now: a filter that sets headers afterwards comes too late.
        response.flushBuffer();
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
}
