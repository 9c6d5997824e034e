package dev.kiban.internal.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which files an open may delete. */
class StoreFilesTest {

    @Test
    void onlyFilesOfTheStoresKindsThatTheManifestDoesNotNameAreStrangers() {
        ManifestState state = new ManifestState(new UUID(1, 2));
        state.apply(VersionEdit.builder().createKeyspace(0, "default").addLog(7).build());
        state.setManifestNumber(2);

        assertThat(List.of(
                                "000003.sst",
                                "000006.wal",
                                "000007.wal",
                                "CURRENT",
                                "CURRENT.tmp",
                                "LOCK",
                                "MANIFEST-000001",
                                "MANIFEST-000002",
                                "MANIFEST-1000000",
                                "MANIFEST-old",
                                "notes.txt",
                                "3.sst")
                        .stream()
                        .filter(name -> StoreFiles.isStranger(name, state)))
                .containsExactly("000003.sst", "000006.wal", "CURRENT.tmp", "MANIFEST-000001", "MANIFEST-1000000");
    }
}
