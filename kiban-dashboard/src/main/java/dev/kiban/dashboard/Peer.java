package dev.kiban.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request, as the server saw it: what filters of the application say instead is taken off. Immutable.
 *
 * @param addresses every address that the server knows for the other end
 * @param serverName under which this server was asked for
 * @param host the header, null when there is none
 * @param origin the header, null when there is none
 * @param headers names of all headers, in lower case
 * @param rewritten whether the server takes addresses from headers, so that {@code addresses} prove nothing
 */
record Peer(
        List<String> addresses,
        @Nullable String serverName,
        @Nullable String host,
        @Nullable String origin,
        List<String> headers,
        boolean rewritten) {

    /** Set by Tomcat's RemoteIpValve, which also removes the header it believed. */
    private static final String REWRITTEN_BY_TOMCAT = "org.apache.tomcat.request.forwarded";

    /** Tomcat's name for the other end of the connection itself. */
    private static final String TOMCAT_PEER = "org.apache.tomcat.peerAddr";

    static Peer of(HttpServletRequest request) {
        HttpServletRequest raw = raw(request);
        String remote = String.valueOf(raw.getRemoteAddr());
        List<String> addresses =
                raw.getAttribute(TOMCAT_PEER) instanceof String peer ? List.of(remote, peer) : List.of(remote);
        List<String> names = Collections.list(raw.getHeaderNames()).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
        return new Peer(
                addresses,
                raw.getServerName(),
                raw.getHeader("Host"),
                raw.getHeader("Origin"),
                names,
                raw.getAttribute(REWRITTEN_BY_TOMCAT) != null);
    }

    private static HttpServletRequest raw(HttpServletRequest request) {
        HttpServletRequest raw = request;
        while (raw instanceof HttpServletRequestWrapper wrapper
                && wrapper.getRequest() instanceof HttpServletRequest wrapped) {
            raw = wrapped;
        }
        return raw;
    }
}
