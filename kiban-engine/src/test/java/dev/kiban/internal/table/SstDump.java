package dev.kiban.internal.table;

import dev.kiban.internal.table.Entries.Entry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/** A second reader of tables, written from {@code docs/format/sst.md} alone: it shares no code with the engine. */
final class SstDump {

    private static final XXHash64 HASH = XXHashFactory.safeInstance().hash64();
    private static final long[] SALTS = {
        0x47b6137bL, 0x44974d91L, 0x8824ad5bL, 0xa2b7289dL, 0x705495c7L, 0x2df1424bL, 0x9efc4947L, 0x5c6bfb31L
    };

    final List<String> lines = new ArrayList<>();
    final List<Entry> entries = new ArrayList<>();

    private final byte[] file;
    private final Map<Integer, ByteBuffer> sections = new HashMap<>();

    SstDump(byte[] file) {
        this.file = file;
        footer();
        properties();
        blocks();
        filter();
    }

    private void footer() {
        ByteBuffer footer = slice(file.length - 68, 68);
        String magic = new String(file, file.length - 8, 8, StandardCharsets.US_ASCII);
        check(magic.equals("KIBANSST"));
        check(footer.getInt(52) == 68);
        check(crc(slice(file.length - 68, 56)) == footer.getInt(56));
        check(footer.getInt(48) == 1);
        check(footer.getInt(16) == 0);
        lines.add(String.format(
                "table %d of store %016x-%016x", footer.getLong(40), footer.getLong(24), footer.getLong(32)));
        ByteBuffer directory = slice((int) footer.getLong(0), footer.getInt(8));
        check(crc(directory) == footer.getInt(12));
        while (directory.hasRemaining()) {
            int tag = directory.getInt();
            long offset = directory.getLong();
            long length = directory.getLong();
            ByteBuffer section = slice((int) offset, (int) length);
            check(crc(section) == directory.getInt());
            check(tag == 3 || tag == 4 || tag == 7);
            check(sections.put(tag, section) == null);
            lines.add("section " + tag + " at " + offset + ", " + length + " bytes");
        }
    }

    private void properties() {
        ByteBuffer in = sections.get(7);
        while (in.hasRemaining()) {
            int tag = (int) varint(in);
            byte[] value = bytes(in, (int) varint(in));
            boolean text = tag == 7 || tag == 9 || tag == 28;
            lines.add("property " + tag + " " + (text ? text(value) : varint(ByteBuffer.wrap(value))));
        }
    }

    private void blocks() {
        ByteBuffer in = sections.get(3);
        long count = varint(in);
        byte[] prefix = bytes(in, (int) varint(in));
        int place = 0;
        byte[] before = null;
        for (int i = 0; i < count; i++) {
            long flags = varint(in);
            place += (int) varint(in);
            int length = (int) varint(in);
            byte[] rest = bytes(in, (int) varint(in));
            byte[] separator = concat(prefix, rest);
            lines.add("block " + i + " at " + place + ", " + length + " bytes, separator " + text(separator)
                    + (flags == 1 ? ", continuation" : ""));
            int first = entries.size();
            block(place, length);
            byte[] firstKey = entries.get(first).key();
            check(flags == (Arrays.equals(before, firstKey) ? 1 : 0));
            check(Arrays.compareUnsigned(separator, firstKey) <= 0);
            check(before == null || Arrays.compareUnsigned(before, separator) < 0 || flags == 1);
            check((before != null && flags == 0) || Arrays.equals(separator, firstKey));
            before = entries.get(entries.size() - 1).key();
            place += length;
        }
        check(!in.hasRemaining());
    }

    private void block(int place, int length) {
        ByteBuffer stored = slice(place, length);
        check(crc(slice(place, length - 4)) == stored.getInt(length - 4));
        int type = stored.get(length - 5);
        ByteBuffer content = slice(place, length - 5);
        if (type == 1) {
            byte[] raw = new byte[(int) varint(content)];
            byte[] packed = bytes(content, content.remaining());
            check(LZ4Factory.safeInstance().safeDecompressor().decompress(packed, raw) == raw.length);
            content = ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN);
        } else {
            check(type == 0);
        }
        long base = content.getLong(0);
        int count = content.getInt(8);
        int shape = content.getInt(12);
        int prefixLength = shape & 0xFFFFFF;
        check(shape >>> 24 <= 1);
        int width = shape >>> 24 == 1 ? 4 : 2;
        byte[] prefix = new byte[prefixLength];
        content.get(16 + count + width * count, prefix);
        lines.add("  base " + base + ", " + count + " entries, prefix " + text(prefix));
        int end = 16 + count + width * count + prefixLength;
        long smallest = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            int at = 16 + count + width * i;
            int offset = width == 4 ? content.getInt(at) : content.getShort(at) & 0xFFFF;
            check(offset == end);
            content.position(offset);
            long tag = varint(content);
            byte[] key = concat(prefix, bytes(content, (int) varint(content)));
            byte[] value = bytes(content, (int) varint(content));
            end = content.position();
            check(content.get(16 + i) == (byte) (hash(key) >>> 32));
            Entry entry = new Entry(key, base + (tag >>> 4), (int) tag & 15, value);
            smallest = Math.min(smallest, entry.sequence());
            entries.add(entry);
            lines.add("  entry at " + offset + ": " + text(key) + " sequence " + entry.sequence()
                    + (entry.kind() == 1 ? " put " + text(value) : " delete"));
        }
        check(smallest == base);
        check(end == content.limit());
    }

    private void filter() {
        ByteBuffer words = sections.get(4);
        if (words == null) {
            return;
        }
        long blocks = words.remaining() / 32;
        int set = 0;
        for (int i = 0; i < words.remaining(); i++) {
            set += Integer.bitCount(words.get(i) & 0xFF);
        }
        lines.add("filter of " + blocks + " blocks, " + set + " bits set");
        for (Entry entry : entries) {
            long hash = hash(entry.key());
            int block = (int) ((hash >>> 32) * blocks >>> 32);
            for (int i = 0; i < 8; i++) {
                int bit = (int) (hash * SALTS[i]) >>> 27;
                check((words.getInt(32 * block + 4 * i) >>> bit & 1) == 1);
            }
        }
    }

    /** The file in hexadecimal, sixteen bytes a line. */
    static String hex(byte[] file) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < file.length; i += 16) {
            out.append(String.format("%04x  ", i))
                    .append(HexFormat.ofDelimiter(" ").formatHex(file, i, Math.min(i + 16, file.length)))
                    .append('\n');
        }
        return out.toString();
    }

    private ByteBuffer slice(int from, int length) {
        return ByteBuffer.wrap(file, from, length).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long hash(byte[] key) {
        return HASH.hash(key, 0, key.length, 0);
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] joined = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, joined, a.length, b.length);
        return joined;
    }

    private static String text(byte[] bytes) {
        return '"' + new String(bytes, StandardCharsets.UTF_8) + '"';
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError("the file is not what the page says");
        }
    }
}
