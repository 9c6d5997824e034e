package dev.kiban.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.RequestPath;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Answers every request below {@code /kiban}: first who may ask, then how, then what. Nothing that goes wrong here reaches the
 * application's error handling, unless a part of the answer is on its way already: only breaking off shows that then. Thread safe.
 */
final class DashboardHandler implements HttpRequestHandler {

    private static final Log LOG = LogFactory.getLog(DashboardHandler.class);
    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private static final int LONG_ANSWERS = 4;

    private final Semaphore longAnswers = new Semaphore(LONG_ANSWERS);
    private final Routes routes;
    private final boolean secured;

    /** @param secured whether Spring Security decides who may ask */
    DashboardHandler(Routes routes, boolean secured) {
        this.routes = routes;
        this.secured = secured;
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            write(answer(request), request, response);
        } catch (RuntimeException | Error e) {
            if (response.isCommitted()) {
                throw e;
            }
            response.reset();
            failure(request, e).writeTo(request, response);
        }
    }

    private void write(Answer answer, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!answer.isLong()) {
            answer.writeTo(request, response);
        } else if (longAnswers.tryAcquire()) {
            try {
                answer.writeTo(request, response);
            } finally {
                longAnswers.release();
            }
        } else {
            Answer.text(503, "Others are reading as much at this moment")
                    .with("Retry-After", "1")
                    .writeTo(request, response);
        }
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
            String since;
            try {
                since = request.getParameter("since");
            } catch (RuntimeException malformed) {
                return Answer.text(400, "The query of this address is malformed");
            }
            return routes.answer(mount, DashboardMapping.segments(path), since);
        } catch (IOException | RuntimeException e) {
            return failure(request, e);
        }
    }

    private static Answer failure(HttpServletRequest request, Throwable cause) {
        LOG.warn("Kiban's dashboard cannot answer " + request.getMethod() + " " + request.getRequestURI(), cause);
        return Answer.text(500, "The dashboard failed; the application's log says why");
    }

    private static @Nullable String refusal(HttpServletRequest request) {
        return LoopbackRule.refusal(Peer.of(request));
    }
}
