package dev.kiban.sample.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Keyspace;
import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SequencesTest {

    private final Kiban kiban = Kiban.openInMemory(KibanOptions.defaults());
    private final Keyspace keyspace = kiban.keyspace("sequences");

    @AfterEach
    void close() {
        kiban.close();
    }

    @Test
    void countUpFromOneOverBlocks() {
        Sequences sequences = new Sequences(keyspace);
        for (long expected = 1; expected <= 2L * Sequences.BLOCK + 1; expected++) {
            assertThat(sequences.next()).isEqualTo(expected);
        }
    }

    @Test
    void goOnAfterARestartAboveEveryNumberHandedOut() {
        long last = 0;
        for (int restart = 0; restart < 3; restart++) {
            Sequences sequences = new Sequences(keyspace);
            for (int i = 0; i < 10; i++) {
                long next = sequences.next();
                assertThat(next).isGreaterThan(last);
                last = next;
            }
        }
    }

    @Test
    void handOutEachNumberOnceToManyThreads() {
        Sequences sequences = new Sequences(keyspace);
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        int count = Sequences.BLOCK + 1000;
        IntStream.range(0, count).parallel().forEach(i -> seen.add(sequences.next()));
        assertThat(seen).hasSize(count);
    }
}
