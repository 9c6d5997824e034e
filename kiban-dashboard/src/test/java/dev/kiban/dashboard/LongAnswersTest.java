package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** What becomes of answers that are long, and of those that fail on the way. */
class LongAnswersTest {

    private static final String TRACE = "/kiban/api/engines/busy/trace";
    private static final GenericApplicationContext CONTEXT = new GenericApplicationContext();
    private static final WatchedEngines ENGINES = new WatchedEngines(CONTEXT.getDefaultListableBeanFactory());

    private static DashboardHandler handler;

    @BeforeAll
    static void start() {
        Kiban kiban = Kiban.openInMemory(
                KibanOptions.defaults().toBuilder().name("busy").build());
        CONTEXT.registerBean("busy", Kiban.class, () -> kiban);
        CONTEXT.refresh();
        ENGINES.start();
        for (int i = 0; i < 10_000 && plain().length() <= 300 << 10; i++) {
            kiban.put(new byte[] {(byte) i, (byte) (i >> 8)}, new byte[] {1});
            kiban.flush();
        }
        assertThat(plain()).hasSizeGreaterThan(256 << 10);
        handler = new DashboardHandler(new Routes(new Pages(), ENGINES, RecordedRuns.bundled(), Assets.load()), true);
    }

    @AfterAll
    static void stop() {
        CONTEXT.close();
    }

    @Test
    void aLongTraceIsSentInPieces() throws IOException {
        Response response = new Response();
        handler.handleRequest(request("GET"), response);
        String sent = response.sent.toString(StandardCharsets.UTF_8);
        assertThat(sent).startsWith("{\"k\":\"head\"").endsWith("}\n");
        assertThat(response.largest).isLessThan(32 << 10);
        assertThat(response.getHeader("Content-Length")).isNull();
    }

    @Test
    void aCompressedTraceIsSentInPieces() throws IOException {
        Response response = new Response();
        MockHttpServletRequest request = request("GET");
        request.addHeader("Accept-Encoding", "gzip");
        handler.handleRequest(request, response);
        assertThat(response.getHeader("Content-Encoding")).isEqualTo("gzip");
        assertThat(response.largest).isLessThan(4 << 10);
        byte[] sent = new GZIPInputStream(new ByteArrayInputStream(response.sent.toByteArray())).readAllBytes();
        assertThat(new String(sent, StandardCharsets.UTF_8))
                .startsWith("{\"k\":\"head\"")
                .endsWith("}\n")
                .hasSizeGreaterThan(256 << 10);
    }

    @Test
    void headOfALongTraceSendsNothing() throws IOException {
        Response response = new Response();
        handler.handleRequest(request("HEAD"), response);
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentType()).isEqualTo("application/x-ndjson");
        assertThat(response.sent.size()).isZero();
    }

    @Test
    void onlyFourAreOnTheirWayAtATime() throws IOException {
        List<Response> nested = new ArrayList<>();
        Response first = new Response();
        first.onFirstWrite = () -> ask(nested);
        handler.handleRequest(request("GET"), first);
        assertThat(nested).extracting(MockHttpServletResponse::getStatus).containsExactly(503, 200, 200, 200);
        assertThat(nested.get(0).getHeader("Retry-After")).isEqualTo("1");
        assertThat(first.getStatus()).isEqualTo(200);

        Response later = new Response();
        handler.handleRequest(request("GET"), later);
        assertThat(later.getStatus()).isEqualTo(200);
    }

    @Test
    void whatIsShortIsAnsweredMeanwhile() throws IOException {
        Response meanwhile = new Response();
        Response first = new Response();
        first.onFirstWrite = () -> handler.handleRequest(new MockHttpServletRequest("GET", "/kiban"), meanwhile);
        handler.handleRequest(request("GET"), first);
        assertThat(meanwhile.getStatus()).isEqualTo(200);
        assertThat(meanwhile.sent.toString(StandardCharsets.UTF_8)).contains("busy");
    }

    @Test
    void anErrorBeforeAnythingWasSentIsAnAnswer() throws IOException {
        Response response = new Response();
        response.onFirstWrite = () -> {
            throw new OutOfMemoryError("no room for this page");
        };
        handler.handleRequest(new MockHttpServletRequest("GET", "/kiban"), response);
        assertThat(response.getStatus()).isEqualTo(500);
        assertThat(response.getHeader("Content-Security-Policy")).isEqualTo(Host.CSP);
        assertThat(response.sent.toString(StandardCharsets.UTF_8)).contains("The dashboard failed");
    }

    @Test
    void anErrorAfterAPartWasSentBreaksTheAnswerOff() {
        Response response = new Response();
        response.onFirstWrite = () -> {
            response.setCommitted(true);
            throw new OutOfMemoryError("no room for this line");
        };
        assertThatThrownBy(() -> handler.handleRequest(request("GET"), response))
                .isInstanceOf(OutOfMemoryError.class);
    }

    /** Asks again on the first write of each answer, until one is refused. */
    private static void ask(List<Response> nested) throws IOException {
        Response response = new Response();
        response.onFirstWrite = () -> {
            if (response.getStatus() == 200) {
                ask(nested);
            }
        };
        handler.handleRequest(request("GET"), response);
        nested.add(response);
    }

    private static MockHttpServletRequest request(String method) {
        return new MockHttpServletRequest(method, TRACE);
    }

    private static String plain() {
        return String.join("\n", ENGINES.lines("busy", 0));
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    /** Notes what is written, and how much at once. */
    private static final class Response extends MockHttpServletResponse {

        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        private Step onFirstWrite = () -> {};
        private int largest;

        @Override
        public ServletOutputStream getOutputStream() {
            return new ServletOutputStream() {
                @Override
                public void write(int b) throws IOException {
                    write(new byte[] {(byte) b}, 0, 1);
                }

                @Override
                public void write(byte[] from, int offset, int length) throws IOException {
                    Step step = onFirstWrite;
                    onFirstWrite = () -> {};
                    step.run();
                    largest = Math.max(largest, length);
                    sent.write(from, offset, length);
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }
}
