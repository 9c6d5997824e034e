package dev.kiban.sample.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.sample.SampleTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

@SampleTest
class ErrorAnswersTest {

    @Autowired
    private RestTestClient client;

    @LocalServerPort
    private int port;

    @ParameterizedTest
    @CsvSource({
        "GET,/nowhere,404",
        "GET,/agents,404",
        "GET,/error,404",
        "GET,/actuator/nowhere,404",
        "GET,/agents/planner/memories/xyz,400",
        "GET,/agents/planner/memories/000000000000,404",
        "GET,/agents/a b/memories,400",
        "PATCH,/agents/planner/memories,405",
        "GET,/import,405",
        "POST,/load,405"
    })
    void areProblemDetailsForBrowsersToo(String method, String path, int status) {
        client.method(HttpMethod.valueOf(method))
                .uri(path)
                .accept(MediaType.TEXT_HTML)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo(status)
                .jsonPath("$.title")
                .isNotEmpty()
                .jsonPath("$.trace")
                .doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"/%", "/agents/a%2Fb/memories", "/agents/a%00b/memories", "/<script>"})
    void areProblemDetailsWhereTomcatRefuses(String path) throws IOException {
        String answer = raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json")
                .contains("{\"status\":400,\"title\":\"Bad Request\"}")
                .doesNotContain("<");
    }

    @Test
    void areProblemDetailsForMalformedParameters() throws IOException {
        String answer =
                raw("GET /agents/planner/memories?limit=%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
    }

    @ParameterizedTest
    @CsvSource({"http://evil.example", "null", "::", "http://localhost:1"})
    void keepPagesOfOtherOriginsFromChangingAnything(String origin) {
        client.post()
                .uri("/load/stop")
                .header("Origin", origin)
                .exchange()
                .expectStatus()
                .isForbidden()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.instance")
                .isEqualTo("/load/stop");
        client.get()
                .uri("/load")
                .header("Origin", origin)
                .exchange()
                .expectStatus()
                .isOk();
    }

    /** A page whose own name was made to point here sends the same origin and host. */
    @Test
    void answerNobodyWhoCameUnderAnotherNameThanALoopbackOne() throws IOException {
        String post = "POST /load/stop HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
                + "Content-Length: 0\r\nConnection: close\r\n\r\n";
        assertThat(raw(post)).startsWith("HTTP/1.1 403");
        assertThat(raw("GET /load HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET /load HTTP/1.1\r\nHost: localhost:" + port + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .collect(Collectors.joining("\n"));
        }
    }
}
