package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.fs.MemoryFileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many stores, few threads (F28). */
@Timeout(120)
class ResourcesTest {

    private static KibanOptions sharing(KibanResources resources) {
        return KibanOptions.builder()
                .memtableSize(64 * 1024)
                .levelBaseSize(128 * 1024)
                .tableSize(64 * 1024)
                .l0CompactionFiles(2)
                .resources(resources)
                .build();
    }

    @Test
    void twentyBusyEnginesShareOneCacheAndFourThreadsAndCloseInAnyOrder() {
        Set<Thread> before = kibanThreads();
        KibanResources resources = KibanResources.create(4 << 20, 1);
        MemoryFileSystem fs = new MemoryFileSystem();
        List<Kiban> stores = new ArrayList<>();
        for (int s = 0; s < 20; s++) {
            stores.add(Kiban.open(fs, Path.of("store-" + s), sharing(resources)));
        }
        for (int i = 0; i < 400; i++) {
            for (Kiban store : stores) {
                store.put(key(i), new byte[500]);
            }
        }
        for (int s = 0; s < 20; s++) {
            stores.get(s).put(key(0), new byte[] {(byte) s});
            stores.get(s).flush();
        }
        for (int s = 0; s < 20; s++) {
            assertThat(stores.get(s).get(key(0))).containsExactly(s);
            assertThat(Contents.of(stores.get(s).keyspace(), ReadOptions.latest()))
                    .hasSize(400);
            assertThat(stores.get(s).metrics().cache().capacity()).isEqualTo(4 << 20);
        }
        Set<Thread> during = kibanThreads();
        during.removeAll(before);
        assertThat(during).hasSizeLessThanOrEqualTo(4); // flush, compaction, events, timer
        assertThatThrownBy(resources::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("20 stores");
        Collections.rotate(stores, 7);
        for (Kiban store : stores) {
            assertThatThrownBy(resources::close).isInstanceOf(IllegalStateException.class);
            store.close();
        }
        resources.close();
        resources.close();
        awaitEnd(during);
        try (Kiban again = Kiban.open(fs, Path.of("store-3"), KibanOptions.defaults())) {
            assertThat(again.get(key(0))).containsExactly(3);
        }
    }

    @Test
    void aStoreThatIsClosedLeavesNoThread() {
        Set<Thread> before = kibanThreads();
        Kiban db = Kiban.openInMemory(KibanOptions.defaults());
        db.put(key(1), key(1));
        db.compact();
        Set<Thread> during = kibanThreads();
        during.removeAll(before);
        assertThat(during)
                .isNotEmpty()
                .allSatisfy(thread -> assertThat(thread.isDaemon()).isTrue());
        db.close();
        awaitEnd(during);
    }

    @Test
    void idleStoresHaveNoThreadButTheTimer() {
        Set<Thread> before = kibanThreads();
        try (KibanResources resources = KibanResources.create(0, 4)) {
            List<Kiban> stores = new ArrayList<>();
            for (int s = 0; s < 20; s++) {
                stores.add(Kiban.open(new MemoryFileSystem(), StoreImage.DIRECTORY, sharing(resources)));
            }
            Set<Thread> during = kibanThreads();
            during.removeAll(before);
            assertThat(during).extracting(Thread::getName).allMatch(name -> name.startsWith("kiban-timer"));
            stores.forEach(Kiban::close);
        }
    }

    @Test
    void twoHundredKeyspacesWork() {
        MemoryFileSystem fs = new MemoryFileSystem();
        try (KibanResources resources = KibanResources.create(1 << 20, 1)) {
            Kiban db = Kiban.open(fs, StoreImage.DIRECTORY, sharing(resources));
            for (int round = 0; round < 10; round++) {
                for (int k = 0; k < 200; k++) {
                    db.keyspace("keyspace-" + k).put(key(round), Contents.bytes(k + " " + round + " ".repeat(50)));
                }
            }
            db.compact();
            assertThat(db.keyspaces()).hasSize(201);
            db.close();
            try (Kiban again = Kiban.open(fs, StoreImage.DIRECTORY, sharing(resources))) {
                for (int k = 0; k < 200; k++) {
                    Keyspace keyspace = again.keyspace("keyspace-" + k);
                    for (int round = 0; round < 10; round++) {
                        assertThat(Contents.text(keyspace.get(key(round)))).startsWith(k + " " + round + " ");
                    }
                }
                for (int k = 0; k < 200; k += 2) {
                    assertThat(again.dropKeyspace("keyspace-" + k)).isTrue();
                }
                assertThat(again.keyspaces()).hasSize(101);
                assertThat(again.tables().tables())
                        .noneMatch(table -> table.keyspace().equals("keyspace-2"));
            }
        }
    }

    @Test
    void closedResourcesAreRefusedAndTheDirectoryStaysFree() {
        KibanResources resources = KibanResources.create(0, 1);
        resources.close();
        MemoryFileSystem fs = new MemoryFileSystem();
        assertThatThrownBy(() -> Kiban.open(fs, StoreImage.DIRECTORY, sharing(resources)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        Kiban.open(fs, StoreImage.DIRECTORY, KibanOptions.defaults()).close();
    }

    private static Set<Thread> kibanThreads() {
        Set<Thread> threads = new HashSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("kiban-")) {
                threads.add(thread);
            }
        }
        return threads;
    }

    private static void awaitEnd(Set<Thread> threads) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static byte[] key(int i) {
        return Contents.bytes(String.format("key-%05d", i));
    }
}
