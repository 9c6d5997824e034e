package dev.kiban.sample.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * What browsers may do here: run and show only what this application serves, under a loopback name when it listens on
 * loopback, and change something only from its own pages. The
 * service asks nobody for a password, so without the second rule any page that the user has open could write memories.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class BrowserRules extends OncePerRequestFilter {

    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    private static final Set<String> LOOPBACK_ADDRESSES = Set.of("127.0.0.1", "::1", "0:0:0:0:0:0:0:1");

    private static final Set<String> LOOPBACK_NAMES =
            Set.of("localhost", "127.0.0.1", "::1", "[::1]", "0:0:0:0:0:0:0:1");

    private static final String CONTENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader("Content-Security-Policy", CONTENT_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "same-origin");
        if (isRebound(request)) {
            response.sendError(
                    HttpServletResponse.SC_FORBIDDEN, "On loopback this service answers to loopback names only");
            return;
        }
        if (!SAFE_METHODS.contains(request.getMethod()) && isForeign(request)) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN, "Pages of other origins may not change anything here");
            return;
        }
        chain.doFilter(request, response);
    }

    /**
     * Whether it came over loopback under another name: a page whose name was made to point at this machine looks to a browser as if
     * it were of the same origin.
     */
    private static boolean isRebound(HttpServletRequest request) {
        return LOOPBACK_ADDRESSES.contains(request.getLocalAddr()) && !LOOPBACK_NAMES.contains(request.getServerName());
    }

    /** Whether a page of another origin sent it. Clients that are no browsers send no origin. */
    private static boolean isForeign(HttpServletRequest request) {
        try {
            return CorsUtils.isCorsRequest(request);
        } catch (IllegalArgumentException malformed) {
            return true;
        }
    }
}
