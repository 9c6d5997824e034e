package dev.kiban.dashboard.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

@ExtendWith(OutputCaptureExtension.class)
class DashboardApplicationTest {

    @Test
    void startsAndSaysWhatToOpen(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext context =
                DashboardApplication.application().run("--server.port=0")) {
            Environment environment = context.getEnvironment();
            assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
            assertThat(environment.getProperty("spring.application.name")).isEqualTo("kiban-dashboard");
            String root = "http://127.0.0.1:" + environment.getProperty("local.server.port");
            assertThat(output.getAll().lines().filter(line -> line.contains("Open http")))
                    .singleElement()
                    .asString()
                    .endsWith("Open " + root + "/kiban");

            HttpResponse<String> entrance = get(root + "/");
            assertThat(entrance.statusCode()).isEqualTo(307);
            assertThat(entrance.headers().firstValue("Location")).hasValue("/kiban");
            assertThat(get(root + "/kiban").body()).contains("data-page=\"engines\"");
        }
    }

    @Test
    void theLibraryBringsNoSettings() {
        for (String name : new String[] {"application.yml", "application.yaml", "application.properties"}) {
            assertThat(getClass().getClassLoader().getResource(name)).isNull();
        }
    }

    private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
