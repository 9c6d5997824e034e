package dev.kiban.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.Keys;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Random moves over an iterator and over a sorted list, compared after each. */
final class WalkModel {

    private final EntryIterator iterator;
    private final List<Entry> sorted;
    private final String description;
    private int at = -1;

    WalkModel(EntryIterator iterator, List<Entry> entries, String description) {
        this.iterator = iterator;
        this.sorted = entries.stream().sorted(Entry.ORDER).toList();
        this.description = description;
    }

    void walk(SplittableRandom random, int moves) throws IOException {
        for (int i = 0; i < moves; i++) {
            move(random);
            check();
        }
    }

    private void move(SplittableRandom random) throws IOException {
        boolean valid = at >= 0 && at < sorted.size();
        int choice = random.nextInt(20);
        if (valid && choice < 9) {
            iterator.next();
            at++;
        } else if (valid && choice < 16) {
            iterator.previous();
            at--;
        } else {
            byte[] key = RandomEntries.key(random);
            byte[] padded = Arrays.copyOf(key, key.length + 2);
            switch (choice % 4) {
                case 0 -> {
                    iterator.seekToFirst();
                    at = 0;
                }
                case 1 -> {
                    iterator.seekToLast();
                    at = sorted.size() - 1;
                }
                case 2 -> {
                    iterator.seek(padded, key.length);
                    at = before(key);
                }
                default -> {
                    iterator.seekBefore(padded, key.length);
                    at = before(key) - 1;
                }
            }
        }
    }

    private int before(byte[] key) {
        int count = 0;
        while (count < sorted.size() && Keys.compare(sorted.get(count).key(), key) < 0) {
            count++;
        }
        return count;
    }

    private void check() {
        boolean valid = at >= 0 && at < sorted.size();
        assertThat(iterator.isValid()).as(description).isEqualTo(valid);
        if (valid) {
            Entry expected = sorted.get(at);
            assertThat(current(iterator)).as(description).hasToString(expected.toString());
            assertThat(iterator.kind()).as(description).isEqualTo(expected.kind());
        }
    }

    static Entry current(EntryIterator iterator) {
        int offset = iterator.valueOffset();
        return new Entry(
                Arrays.copyOf(iterator.key(), iterator.keyLength()),
                iterator.sequence(),
                iterator.kind(),
                Arrays.copyOfRange(iterator.value(), offset, offset + iterator.valueLength()));
    }
}
