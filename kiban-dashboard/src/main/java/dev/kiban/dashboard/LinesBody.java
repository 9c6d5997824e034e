package dev.kiban.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Lines of a trace, encoded one by one while they are sent, and compressed for those who accept that: an hour of them is megabytes,
 * and slow readers are many. A length is not known before.
 */
record LinesBody(List<String> lines) implements Body {

    private static final int WORTH_COMPRESSING = 4 << 10;
    private static final Pattern GZIP = Pattern.compile("(?:x-)?gzip\\s*(?:;.*)?");
    private static final Pattern ANY = Pattern.compile("\\*\\s*(?:;.*)?");
    private static final Pattern REFUSED = Pattern.compile(".*;\\s*q\\s*=\\s*0(?:\\.0*)?\\s*");

    @Override
    public long size() {
        long size = 0;
        for (String line : lines) {
            size += line.length() + 1;
        }
        return size;
    }

    @Override
    public void writeTo(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean compressed =
                size() > WORTH_COMPRESSING && acceptsGzip(Collections.list(request.getHeaders("Accept-Encoding")));
        response.setHeader("Vary", "Accept-Encoding");
        if (compressed) {
            response.setHeader("Content-Encoding", "gzip");
        }
        if (request.getMethod().equals("HEAD")) {
            return;
        }
        if (compressed) {
            try (OutputStream out = new GZIPOutputStream(response.getOutputStream())) {
                write(out);
            }
        } else {
            write(response.getOutputStream());
        }
    }

    /** Line by line, so that what is cut off in the middle ends with a whole one, from where a reader goes on. */
    private void write(OutputStream out) throws IOException {
        for (String line : lines) {
            out.write((line + '\n').getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * What is said of gzip goes before what is said of any.
     *
     * @param headers each {@code Accept-Encoding} of a request
     */
    static boolean acceptsGzip(List<String> headers) {
        List<String> codings = Stream.of(
                        String.join(",", headers).toLowerCase(Locale.ROOT).split(","))
                .map(String::strip)
                .toList();
        List<String> named = codings.stream().filter(GZIP.asMatchPredicate()).toList();
        List<String> deciding = named.isEmpty()
                ? codings.stream().filter(ANY.asMatchPredicate()).toList()
                : named;
        return !deciding.isEmpty() && deciding.stream().noneMatch(REFUSED.asMatchPredicate());
    }
}
