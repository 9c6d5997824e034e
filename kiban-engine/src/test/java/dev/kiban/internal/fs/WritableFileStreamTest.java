package dev.kiban.internal.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WritableFileStreamTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<String> calls = new ArrayList<>();

    @Test
    void bytesAreAppendedAndCloseSyncsOnce() throws IOException {
        WritableFileStream stream = new WritableFileStream(new Noted());
        stream.write(1);
        stream.write(new byte[] {0, 2, 3, 0}, 1, 2);
        stream.write(new byte[0]);
        stream.write(255);
        stream.close();
        stream.close();
        assertThat(bytes.toByteArray()).containsExactly(1, 2, 3, 255);
        assertThat(calls).containsExactly("write 0 1", "write 1 2", "write 3 0", "write 3 1", "sync", "close");
    }

    private final class Noted implements WritableFile {
        @Override
        public void write(long position, byte[] from, int offset, int length) {
            calls.add("write " + position + " " + length);
            bytes.write(from, offset, length);
        }

        @Override
        public void sync() {
            calls.add("sync");
        }

        @Override
        public void truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() {
            return bytes.size();
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
