package dev.kiban.internal.compaction;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.read.Entry;
import dev.kiban.internal.read.ListIterator;
import dev.kiban.internal.read.TableOpener;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Table files as lists in memory, with failures on request. */
final class FakeTables implements OutputDirectory, TableOpener {

    static final int KEYSPACE = 1;

    final Map<Long, List<Entry>> files = new TreeMap<>();
    final List<Long> unsynced = new ArrayList<>();
    long nextNumber = 1;
    int openIterators;
    int openWriters;

    /** The add, finish, sync or open after that many calls of them fails; negative: never. */
    int failAfter = -1;

    long newNumber() {
        return nextNumber++;
    }

    Table input(Entry... entries) throws IOException {
        return new Table(write(entries));
    }

    TableMeta write(Entry... entries) throws IOException {
        TableOutput output = create(newNumber());
        for (Entry entry : entries) {
            byte[] key = entry.key();
            output.add(key, key.length, entry.sequence(), entry.kind(), entry.value(), 0, entry.value().length);
        }
        return output.finish();
    }

    List<String> read(TableMeta table) {
        return files.get(table.number()).stream().map(Entry::toString).toList();
    }

    @Override
    public EntryIterator open(Table table) throws IOException {
        step();
        ListIterator iterator = new ListIterator(files.get(table.meta().number()));
        openIterators++;
        iterator.onClose = () -> openIterators--;
        return iterator;
    }

    @Override
    public TableOutput create(long number) {
        openWriters++;
        files.put(number, new ArrayList<>());
        unsynced.add(number);
        return new Output(number);
    }

    @Override
    public void sync() throws IOException {
        step();
        unsynced.clear();
    }

    @Override
    public void delete(long number) {
        if (files.remove(number) == null) {
            throw new IllegalStateException("no file " + number);
        }
    }

    private void step() throws IOException {
        if (failAfter >= 0 && failAfter-- == 0) {
            throw new IOException("the disk is on fire");
        }
    }

    private final class Output implements TableOutput {

        private final long number;
        private final List<Entry> entries;
        private long size = 100;
        private boolean ended;

        private Output(long number) {
            this.number = number;
            this.entries = files.get(number);
        }

        @Override
        public void add(
                byte[] key, int keyLength, long sequence, int kind, byte[] value, int valueOffset, int valueLength)
                throws IOException {
            step();
            Entry entry = new Entry(
                    Arrays.copyOf(key, keyLength),
                    sequence,
                    kind,
                    Arrays.copyOfRange(value, valueOffset, valueOffset + valueLength));
            if (!entries.isEmpty() && Entry.ORDER.compare(entries.get(entries.size() - 1), entry) >= 0) {
                throw new IllegalStateException("entries out of order");
            }
            entries.add(entry);
            size += keyLength + valueLength + 10;
        }

        @Override
        public long estimatedSize() {
            return size;
        }

        @Override
        public TableMeta finish() throws IOException {
            step();
            if (entries.isEmpty()) {
                throw new IllegalStateException("an empty table");
            }
            end();
            return new TableMeta(
                    number,
                    KEYSPACE,
                    size,
                    entries.get(0).key(),
                    entries.get(entries.size() - 1).key(),
                    entries.stream().mapToLong(Entry::sequence).min().orElseThrow(),
                    entries.stream().mapToLong(Entry::sequence).max().orElseThrow(),
                    entries.size(),
                    entries.stream()
                            .filter(entry -> entry.kind() == EntryKind.DELETE)
                            .count());
        }

        @Override
        public void abandon() {
            end();
            delete(number);
        }

        private void end() {
            if (ended) {
                throw new IllegalStateException("the output has ended before");
            }
            ended = true;
            openWriters--;
        }
    }

    /** Whether a key is in two tables of a disjoint level. */
    static boolean overlap(TableMeta first, TableMeta second) {
        return Keys.compare(first.maxKey(), second.minKey()) >= 0;
    }
}
