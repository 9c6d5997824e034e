package dev.kiban.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** What an answer consists of after its headers. Immutable as long as nobody changes what it was made of. */
sealed interface Body permits Body.Bytes, LinesBody {

    /** How much it is, roughly, in bytes. */
    long size();

    /** Sends it with the headers that depend on it; to HEAD those alone. */
    void writeTo(HttpServletRequest request, HttpServletResponse response) throws IOException;

    /** Bytes as they are. */
    record Bytes(byte[] bytes) implements Body {

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public void writeTo(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentLength(bytes.length);
            if (!request.getMethod().equals("HEAD")) {
                response.getOutputStream().write(bytes);
            }
        }
    }
}
