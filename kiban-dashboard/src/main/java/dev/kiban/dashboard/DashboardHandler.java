package dev.kiban.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.RequestPath;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Answers every request below {@code /kiban}: first who may ask, then how, then what. Nothing that goes wrong here reaches the
 * application's error handling. Thread safe.
 */
final class DashboardHandler implements HttpRequestHandler {

    private static final Log LOG = LogFactory.getLog(DashboardHandler.class);
    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private final Routes routes;
    private final boolean secured;

    /** @param secured whether Spring Security decides who may ask */
    DashboardHandler(Routes routes, boolean secured) {
        this.routes = routes;
        this.secured = secured;
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(request).writeTo(request, response);
    }

    private Answer answer(HttpServletRequest request) {
        RequestPath path = ServletRequestPathUtils.parse(request);
        String mount = DashboardMapping.mount(path);
        try {
            String refusal = secured ? null : refusal(request);
            if (refusal != null) {
                return routes.forbidden(mount, refusal);
            }
            if (!METHODS.contains(request.getMethod())) {
                return Answer.text(405, "This is only to be read: GET or HEAD").with("Allow", "GET, HEAD");
            }
            return routes.answer(mount, DashboardMapping.segments(path), request.getParameter("since"));
        } catch (IOException | RuntimeException e) {
            LOG.warn("Kiban's dashboard cannot answer " + request.getMethod() + " below " + mount + "/kiban", e);
            return Answer.text(500, "The dashboard failed; the application's log says why");
        }
    }

    private static @Nullable String refusal(HttpServletRequest request) {
        return LoopbackRule.refusal(Peer.of(request));
    }
}
