package dev.kiban.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.http.server.RequestPath;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Takes the requests for {@code /kiban} and the areas below it, before any other mapping and without interceptors or CORS rules:
 * those of the application do not apply here. Other paths below it are the application's. Thread safe.
 */
final class DashboardMapping implements HandlerMapping, Ordered, SmartInitializingSingleton {

    static final String ROOT = "kiban";

    private static final Set<String> AREAS = Set.of("", "engines", "traces", "api", "assets");
    private static final String PATTERN = "/" + ROOT + "/**";

    private final WatchedEngines engines;
    private final HandlerExecutionChain chain;

    DashboardMapping(WatchedEngines engines, DashboardHandler handler) {
        this.engines = engines;
        this.chain = new HandlerExecutionChain(handler);
    }

    @Override
    public @Nullable HandlerExecutionChain getHandler(HttpServletRequest request) {
        List<String> segments = segments(ServletRequestPathUtils.getParsedRequestPath(request));
        if (segments.isEmpty()
                || !segments.get(0).equals(ROOT)
                || (segments.size() > 1 && !AREAS.contains(segments.get(1)))) {
            return null;
        }
        request.setAttribute(BEST_MATCHING_PATTERN_ATTRIBUTE, PATTERN);
        // One name for all its paths in the application's meters.
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(observed -> observed.setPathPattern(PATTERN));
        return chain;
    }

    /** Context path and servlet path, as they were asked for. */
    static String mount(RequestPath path) {
        String within = path.pathWithinApplication().value();
        return path.value().substring(0, path.value().length() - within.length());
    }

    /** Decoded, below context path and servlet path; between two slashes, and after one at the end, is an empty one. */
    static List<String> segments(RequestPath path) {
        List<String> segments = new ArrayList<>();
        boolean open = false;
        for (PathContainer.Element element : path.pathWithinApplication().elements()) {
            if (element instanceof PathSegment segment) {
                segments.add(segment.valueToMatch());
                open = false;
            } else {
                if (open) {
                    segments.add("");
                }
                open = true;
            }
        }
        if (open) {
            segments.add("");
        }
        return segments;
    }

    @Override
    public boolean usesPathPatterns() {
        return true;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void afterSingletonsInstantiated() {
        engines.start();
    }
}
