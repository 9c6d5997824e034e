package dev.kiban.sample.problem;

import dev.kiban.WriteStalledException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;

/** Answers every exception of a controller with a problem detail; the base class knows Spring's own exceptions. */
@RestControllerAdvice
final class Problems extends ResponseEntityExceptionHandler {

    private static final String RETRY_AFTER_SECONDS = "5";

    private final Failures failures;

    Problems(Failures failures) {
        this.failures = failures;
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> handle(Exception failure, WebRequest request) {
        ProblemDetail problem = failures.describe(failure);
        HttpHeaders headers = new HttpHeaders();
        if (failure instanceof WriteStalledException) {
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return handleExceptionInternal(failure, problem, headers, HttpStatus.valueOf(problem.getStatus()), request);
    }

    /** Tomcat reads parameters when they are first asked for, and refuses them then: malformed, or more than it takes. */
    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> handle(InvalidParameterException failure, WebRequest request) {
        HttpStatus status = HttpStatus.valueOf(failure.getErrorCode());
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, "The parameters are malformed or too large");
        return handleExceptionInternal(failure, problem, new HttpHeaders(), status, request);
    }

    /** A path or query value that one of this application's types refused: its own words say more than Spring's. */
    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        InvalidInputException invalid = cause(failure, InvalidInputException.class);
        return invalid != null ? handle(invalid, request) : super.handleTypeMismatch(failure, headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        JacksonException json = cause(failure, JacksonException.class);
        boolean tooLarge = json instanceof StreamConstraintsException;
        HttpStatus answer = tooLarge ? HttpStatus.CONTENT_TOO_LARGE : HttpStatus.BAD_REQUEST;
        String detail = tooLarge ? "The body is larger than this service reads" : "The body " + describe(json);
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(answer, detail);
        return handleExceptionInternal(failure, problem, headers, answer, request);
    }

    private static String describe(@Nullable JacksonException json) {
        if (json == null) {
            return "is missing or cannot be read";
        }
        if (json instanceof DatabindException && !json.getPath().isEmpty()) {
            String field = json.getPath().get(0).getPropertyName();
            return field == null ? "is not a JSON object" : "has a value of the wrong type in '" + field + "'";
        }
        TokenStreamLocation at = json.getLocation();
        if (json instanceof DatabindException || at == null) {
            return "is not a JSON object";
        }
        return "is not valid JSON: line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    private static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> type) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
