package dev.kiban.sample.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

/** Answers what failed outside of every controller, such as in a filter, with a problem detail too. */
@RestController
final class ErrorsController implements ErrorController {

    @RequestMapping("${spring.web.error.path:/error}")
    ProblemDetail error(HttpServletRequest request) {
        if (!(request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status)) {
            return ProblemDetail.forStatus(HttpStatus.NOT_FOUND); // somebody asked for this path itself
        }
        ProblemDetail problem = ProblemDetail.forStatus(status);
        if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path) {
            problem.setInstance(UriComponentsBuilder.fromPath(path).build().toUri());
        }
        if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) == null
                && request.getAttribute(RequestDispatcher.ERROR_MESSAGE) instanceof String message
                && !message.isEmpty()) {
            problem.setDetail(message);
        }
        return problem;
    }
}
