package dev.kiban.internal.memtable;

import static dev.kiban.internal.memtable.NodeArena.NONE;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Versions of keys in the engine's internal order: a skip list whose nodes, keys and values lie in arenas.
 *
 * <p>A node holds the first eight bytes of its key as a big-endian number, so that most comparisons touch no key bytes,
 * and those of keys of up to eight bytes never do. Nodes are only ever added. A new node's own links are set before any
 * link to it, and the links to it from the bottom up, so a reader that meets it on any level can go on down from it.
 *
 * <p>One writer at a time (the caller orders them); any number of readers beside it, without locks. {@link #HEAD} is a
 * node without a key: it stands for "before the first".
 */
final class SkipList {

    static final int HEAD = NONE;

    /** With one node in four reaching the next level: right for 16 million nodes, and only slower beyond. */
    static final int MAX_HEIGHT = 12;

    // The ints of a node. The longs lie upper half first.
    private static final int PREFIX = 0;
    private static final int SEQUENCE = 2;
    private static final int DATA_CHUNK = 4;
    private static final int DATA_OFFSET = 5;
    private static final int KEY_LENGTH_AND_KIND = 6;
    private static final int VALUE_LENGTH = 7;
    private static final int LINKS = 8;

    private static final int KIND_BITS = 4;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;

    private static final VarHandle BIG_ENDIAN_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final NodeArena nodes = new NodeArena();
    private final ByteArena data = new ByteArena();

    /** Levels in use. Read without order: a reader with an old value starts lower and finds the same. */
    private int height = 1;

    /** The writer's: the last node before the new one, a level. */
    private final int[] path = new int[MAX_HEIGHT];

    /** The writer's: state of a xorshift generator. A fixed seed, so that a run can be repeated. */
    private int random = 0x2545F491;

    SkipList() {
        nodes.allocate(LINKS + MAX_HEIGHT);
    }

    /** Adds a version that is not there yet. When it throws, for want of memory, readers have seen nothing of it. */
    void insert(
            byte[] source, int keyOffset, int keyLength, long sequence, int kind, int valueOffset, int valueLength) {
        long prefix = prefix(source, keyOffset, keyLength);
        before(prefix, source, keyOffset, keyLength, sequence, path);
        data.append(source, keyOffset, keyLength, valueOffset, valueLength);
        int levels = randomHeight();
        int node = nodes.allocate(LINKS + levels);
        int[] chunk = nodes.chunk(node);
        int at = NodeArena.index(node);
        setLong(chunk, at + PREFIX, prefix);
        setLong(chunk, at + SEQUENCE, sequence);
        chunk[at + DATA_CHUNK] = data.lastChunk();
        chunk[at + DATA_OFFSET] = data.lastOffset();
        chunk[at + KEY_LENGTH_AND_KIND] = keyLength << KIND_BITS | kind;
        chunk[at + VALUE_LENGTH] = valueLength;
        for (int level = 0; level < levels; level++) {
            chunk[at + LINKS + level] = next(path[level], level);
        }
        for (int level = 0; level < levels; level++) {
            nodes.publishLink(path[level], LINKS + level, node);
        }
        height = Math.max(height, levels);
    }

    /** The first node at or after a place in the order, or {@link NodeArena#NONE}. */
    int atOrAfter(byte[] key, int keyLength, long sequence) {
        long prefix = prefix(key, 0, keyLength);
        int node = HEAD;
        int next = NONE;
        for (int level = height - 1; level >= 0; level--) {
            int passed = next; // known not to be before the place: most levels end at the node the level above ended at
            next = next(node, level);
            while (next != NONE && next != passed && isBefore(next, prefix, key, 0, keyLength, sequence)) {
                node = next;
                next = next(node, level);
            }
        }
        return next;
    }

    /** The last node before a place in the order, or {@link #HEAD}; the path takes MAX_HEIGHT ints. */
    int before(byte[] key, int keyLength, long sequence, int[] path) {
        return before(prefix(key, 0, keyLength), key, 0, keyLength, sequence, path);
    }

    /** The last node, or {@link #HEAD} when there is none. */
    int last() {
        int node = HEAD;
        for (int level = height - 1; level >= 0; level--) {
            for (int next = next(node, level); next != NONE; next = next(node, level)) {
                node = next;
            }
        }
        return node;
    }

    /** The node that follows, or {@link NodeArena#NONE}. */
    int next(int node) {
        return next(node, 0);
    }

    long sequence(int node) {
        return getLong(nodes.chunk(node), NodeArena.index(node) + SEQUENCE);
    }

    int kind(int node) {
        return field(node, KEY_LENGTH_AND_KIND) & KIND_MASK;
    }

    int keyLength(int node) {
        return field(node, KEY_LENGTH_AND_KIND) >>> KIND_BITS;
    }

    int valueLength(int node) {
        return field(node, VALUE_LENGTH);
    }

    /** Holds a node's key from {@link #dataOffset(int)}, and its value right behind the key. */
    byte[] data(int node) {
        return data.chunk(field(node, DATA_CHUNK));
    }

    int dataOffset(int node) {
        return field(node, DATA_OFFSET);
    }

    boolean hasKey(int node, byte[] key) {
        int offset = dataOffset(node);
        return keyLength(node) == key.length
                && Arrays.equals(data(node), offset, offset + key.length, key, 0, key.length);
    }

    byte[] copyOfValue(int node) {
        int from = dataOffset(node) + keyLength(node);
        return Arrays.copyOfRange(data(node), from, from + valueLength(node));
    }

    /** The heap that the list takes, in bytes; for the writer. */
    long allocatedBytes() {
        return nodes.allocatedBytes() + data.allocatedBytes() + ArraySize.ofInts(MAX_HEIGHT);
    }

    private int before(long prefix, byte[] key, int offset, int length, long sequence, int[] path) {
        Arrays.fill(path, HEAD);
        int node = HEAD;
        int next = NONE;
        for (int level = height - 1; level >= 0; level--) {
            int passed = next;
            next = next(node, level);
            while (next != NONE && next != passed && isBefore(next, prefix, key, offset, length, sequence)) {
                node = next;
                next = next(node, level);
            }
            path[level] = node;
        }
        return node;
    }

    private boolean isBefore(int node, long prefix, byte[] key, int offset, int length, long sequence) {
        int[] chunk = nodes.chunk(node);
        int at = NodeArena.index(node);
        long nodePrefix = getLong(chunk, at + PREFIX);
        if (nodePrefix != prefix) {
            return Long.compareUnsigned(nodePrefix, prefix) < 0;
        }
        int nodeLength = chunk[at + KEY_LENGTH_AND_KIND] >>> KIND_BITS;
        int order;
        if (Math.min(nodeLength, length) <= Long.BYTES) {
            // Equal up to padding with zeros, and one ends there: it is a prefix of the other.
            order = nodeLength - length;
        } else {
            byte[] bytes = data.chunk(chunk[at + DATA_CHUNK]);
            int from = chunk[at + DATA_OFFSET];
            order = Arrays.compareUnsigned(
                    bytes, from + Long.BYTES, from + nodeLength, key, offset + Long.BYTES, offset + length);
        }
        return order != 0 ? order < 0 : getLong(chunk, at + SEQUENCE) > sequence;
    }

    private int next(int node, int level) {
        return nodes.link(node, LINKS + level);
    }

    private int field(int node, int field) {
        return nodes.chunk(node)[NodeArena.index(node) + field];
    }

    private int randomHeight() {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return Math.min(MAX_HEIGHT, 1 + Integer.numberOfTrailingZeros(random) / 2);
    }

    /** The first eight bytes of a key as a number, padded with zeros: never orders two keys the wrong way round. */
    private static long prefix(byte[] key, int offset, int length) {
        if (length >= Long.BYTES) {
            return (long) BIG_ENDIAN_LONG.get(key, offset);
        }
        long prefix = 0;
        for (int i = 0; i < length; i++) {
            prefix |= (key[offset + i] & 0xFFL) << (56 - 8 * i);
        }
        return prefix;
    }

    private static long getLong(int[] chunk, int at) {
        return (long) chunk[at] << Integer.SIZE | (chunk[at + 1] & 0xFFFF_FFFFL);
    }

    private static void setLong(int[] chunk, int at, long value) {
        chunk[at] = (int) (value >>> Integer.SIZE);
        chunk[at + 1] = (int) value;
    }
}
