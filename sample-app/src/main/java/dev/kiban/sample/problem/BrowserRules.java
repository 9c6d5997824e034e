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
 * What browsers may do here: run and show only what this application serves, and change something only from its own pages. The
 * service asks nobody for a password, so without the second rule any page that the user has open could write memories.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class BrowserRules extends OncePerRequestFilter {

    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    private static final String CONTENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader("Content-Security-Policy", CONTENT_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "same-origin");
        if (!SAFE_METHODS.contains(request.getMethod()) && isForeign(request)) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN, "Pages of other origins may not change anything here");
            return;
        }
        chain.doFilter(request, response);
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
