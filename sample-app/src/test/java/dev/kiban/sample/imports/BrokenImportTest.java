package dev.kiban.sample.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.sample.memory.AgentName;
import dev.kiban.sample.memory.Memories;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an import tells when it cannot go on. Each test uses its application up. */
@SpringBootTest(properties = {"kiban.in-memory=true", "kiban.path="})
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_EACH_TEST_METHOD)
class BrokenImportTest {

    private static final String LINE = "{\"agent\":\"broken\",\"text\":\"text\"}\n";

    @Autowired
    private ImportController controller;

    @Autowired
    private Memories memories;

    @Autowired
    private Kiban kiban;

    @Test
    void aStoreThatFailsOnTheWayIsReportedWithWhatWasWritten() throws IOException {
        InputStream body = new SequenceInputStream(lines(700), new Failing(kiban::close, lines(700)));
        JsonNode summary = importLines(body);
        assertThat(summary.get("imported").asLong()).isEqualTo(500);
        assertThat(summary.get("batches").asLong()).isEqualTo(1);
        assertThat(summary.get("failure").get("status").asInt()).isEqualTo(503);
        assertThat(body.read()).as("the rest of the body was read").isEqualTo(-1);
    }

    @Test
    void anUploadThatBreaksOffLeavesWholeBatches() throws IOException {
        InputStream body = new SequenceInputStream(lines(700), new Failing(() -> {}, null));
        JsonNode summary = importLines(body);
        assertThat(summary.get("imported").asLong()).isEqualTo(500);
        assertThat(summary.get("failure").get("detail").asString()).isEqualTo("The upload broke off");
        assertThat(memories.latest(new AgentName("broken"), 1000, null).memories())
                .hasSize(500);
    }

    private JsonNode importLines(InputStream body) throws IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        controller.importLines(null, body, response);
        String[] reports = response.getContentAsString().split("\n");
        return JsonMapper.shared().readTree(reports[reports.length - 1]);
    }

    private static InputStream lines(int count) {
        return new ByteArrayInputStream(LINE.repeat(count).getBytes(StandardCharsets.UTF_8));
    }

    /** Does something when it is first read; then goes on with the rest, or fails when there is none. */
    private static final class Failing extends InputStream {

        private final Runnable first;
        private final InputStream rest;
        private boolean read;

        Failing(Runnable first, InputStream rest) {
            this.first = first;
            this.rest = rest;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (!read) {
                read = true;
                first.run();
            }
            if (rest == null) {
                throw new IOException("connection reset");
            }
            return rest.read(bytes, offset, length);
        }
    }
}
