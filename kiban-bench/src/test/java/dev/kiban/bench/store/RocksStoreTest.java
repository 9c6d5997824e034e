package dev.kiban.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreTest {

    @Test
    void itsTuningIsReallyInEffect(@TempDir Path directory) throws IOException {
        try (Store store = EngineKind.ROCKSDB.open(directory, 32L << 20)) {
            byte[] found = store.get(new byte[] {1}, (bytes, offset, length) -> bytes);
            assertThat(found).isNull();
        }
        String options;
        try (Stream<Path> files = Files.list(directory)) {
            options = Files.readString(
                    files.filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
                            .max(Comparator.naturalOrder())
                            .orElseThrow());
        }
        assertThat(options)
                .contains("filter_policy={id=ribbonfilter:10:")
                .contains("block_size=16384")
                .contains("compression=kNoCompression")
                .contains("rocksdb_version=11.8.1");
    }
}
