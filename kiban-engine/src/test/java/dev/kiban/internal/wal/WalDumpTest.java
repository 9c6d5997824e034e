package dev.kiban.internal.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.OperationCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The example that docs/format/wal.md shows, byte by byte: whoever changes the format changes the page. */
class WalDumpTest {

    @Test
    void aSmallLogIsTheseBytes() throws IOException {
        WalFixture wal = new WalFixture();
        wal.fs.fixRandom(0x0123456789ABCDEFL);
        try (WalWriter log =
                WalWriter.create(wal.fs, wal.directory, 7, 0x1111111111111111L, 0x2222222222222222L, 256)) {
            ByteWriter out = log.beginGroup(0);
            OperationCodec.put(out, 1, ascii("agent"), ascii("memory"));
            OperationCodec.delete(out, 300, ascii("b"));
            log.endGroup(100, 2, 99, false);
            log.beginGroup(0);
            log.endGroup(102, 0, 101, false);
        }
        StringBuilder dump = new StringBuilder("```\n");
        byte[] bytes = wal.bytes(7);
        for (int at = 0; at < bytes.length; at += 16) {
            dump.append(HexFormat.ofDelimiter(" ").formatHex(bytes, at, at + 16))
                    .append('\n');
        }
        dump.append("```\n");
        String page = Files.readString(Path.of("..", "docs", "format", "wal.md"));
        assertThat(page).contains(dump);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
