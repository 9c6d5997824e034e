package dev.kiban.internal.version;

import dev.kiban.CorruptionException;
import dev.kiban.UnsupportedFormatException;
import dev.kiban.internal.codec.ByteReader;
import dev.kiban.internal.codec.Checksum;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.ReadableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Finds the MANIFEST in charge and adds up its edits. Reads only; whoever opens the store rolls onto a new MANIFEST, so a torn
 * tail need not be erased.
 *
 * <p>A record that is cut off or fails its checksum with no valid record behind it is a torn append: it was never acknowledged,
 * and is left aside. With a valid record behind it, it was synced once, and is damage. The first record was synced before
 * {@code CURRENT} named the file, so it is always whole. Stateless.
 */
public final class ManifestReader {

    private static final Predicate<String> IS_DATA = name -> name.endsWith(".sst") || name.endsWith(".wal");

    private final Path path;
    private final byte[] bytes;
    private final long salt;
    private final ManifestState state;

    private ManifestReader(Path path, byte[] bytes) {
        this.path = path;
        this.bytes = bytes;
        checkHeader();
        ByteReader header = new ByteReader(bytes);
        header.skip(ManifestFormat.STORE_ID_AT);
        state = new ManifestState(new UUID(header.getLong(), header.getLong()));
        long number = header.getLong();
        if (!path.endsWith(ManifestFormat.name(number))) {
            throw corrupt(ManifestFormat.NUMBER_AT, "it is MANIFEST " + number + " under another's name");
        }
        salt = header.getLong();
        state.setManifestNumber(number);
    }

    /**
     * The state of the store in the directory; that of a new store, with an id and without a MANIFEST number, when there is
     * none. Remains of a store whose making was cut short count as none.
     *
     * @throws CorruptionException when files of a store are there but do not make one
     * @throws UnsupportedFormatException when another Kiban wrote it in a way that this one does not read
     */
    public static ManifestState recover(FileSystem fs, Path directory) throws IOException {
        List<String> names = fs.list(directory);
        Path current = directory.resolve(ManifestFormat.CURRENT);
        if (!names.contains(ManifestFormat.CURRENT)) {
            requireNoStore(fs, directory, names);
            return new ManifestState(new UUID(fs.randomLong(), fs.randomLong()));
        }
        String name = readCurrent(current, read(fs, current));
        Path manifest = directory.resolve(name);
        if (!names.contains(name)) {
            throw new CorruptionException(manifest, -1, "CURRENT names it, but it is missing");
        }
        ManifestReader reader = new ManifestReader(manifest, read(fs, manifest));
        reader.readRecords();
        return reader.state;
    }

    private static String readCurrent(Path current, byte[] content) {
        int lineEnd = 0;
        while (lineEnd < content.length && content[lineEnd] != '\n') {
            lineEnd++;
        }
        String name = new String(content, 0, lineEnd, StandardCharsets.UTF_8);
        if (!Arrays.equals(content, ManifestFormat.current(name)) || !ManifestFormat.isManifest(name)) {
            throw new CorruptionException(current, 0, "it does not name a MANIFEST");
        }
        return name;
    }

    /**
     * Without CURRENT there is no store, and a directory that was one must not be overwritten. Making a store writes the first
     * MANIFEST, then CURRENT's temporary, then renames it; logs and tables come after. So only those two can be remains.
     */
    private static void requireNoStore(FileSystem fs, Path directory, List<String> names) throws IOException {
        String first = ManifestFormat.name(ManifestFormat.FIRST_MANIFEST);
        for (String name : names) {
            boolean isFirst = name.equals(first);
            if (IS_DATA.test(name) || (name.startsWith(ManifestFormat.MANIFEST_PREFIX) && !isFirst)) {
                throw new CorruptionException(
                        directory.resolve(ManifestFormat.CURRENT), -1, "it is missing, but " + name + " is there");
            }
            if (isFirst && holdsFiles(fs, directory.resolve(first))) {
                throw new CorruptionException(
                        directory.resolve(ManifestFormat.CURRENT), -1, "it is missing, but " + name + " lists files");
            }
        }
    }

    /**
     * Whether a MANIFEST tells of tables or logs, or is damaged where only one in charge has anything. One that is torn in
     * its header or first record was never in charge.
     */
    private static boolean holdsFiles(FileSystem fs, Path manifest) throws IOException {
        try {
            ManifestReader reader = new ManifestReader(manifest, read(fs, manifest));
            reader.readRecords();
            return reader.state.tableCount() > 0 || !reader.state.logs().isEmpty();
        } catch (CorruptionException e) {
            return e.offset() > ManifestFormat.HEADER_SIZE;
        }
    }

    private void checkHeader() {
        if (bytes.length < ManifestFormat.HEADER_SIZE) {
            throw corrupt(bytes.length, "it ends within its header");
        }
        if (!Arrays.equals(
                bytes, 0, ManifestFormat.MAGIC.length, ManifestFormat.MAGIC, 0, ManifestFormat.MAGIC.length)) {
            throw corrupt(0, "it does not begin as a MANIFEST does");
        }
        if (intAt(ManifestFormat.HEADER_CRC_AT) != Checksum.of(bytes, 0, ManifestFormat.HEADER_CRC_AT)) {
            throw corrupt(0, "its header fails its checksum");
        }
        int version = intAt(ManifestFormat.VERSION_AT);
        if (version != ManifestFormat.FORMAT_VERSION) {
            boolean older = Integer.compareUnsigned(version, ManifestFormat.FORMAT_VERSION) < 0;
            throw new UnsupportedFormatException(
                    path,
                    older ? UnsupportedFormatException.Age.TOO_OLD : UnsupportedFormatException.Age.TOO_NEW,
                    "format version " + Integer.toUnsignedString(version),
                    "version " + ManifestFormat.FORMAT_VERSION);
        }
        // Features that a mere reader may pass over still bind a writer, and whoever opens the store writes it.
        int features = intAt(ManifestFormat.INCOMPATIBLE_AT) | intAt(ManifestFormat.READ_COMPATIBLE_AT);
        if (features != 0) {
            throw new UnsupportedFormatException(
                    path,
                    UnsupportedFormatException.Age.TOO_NEW,
                    "features 0x" + Integer.toHexString(features),
                    "none of these");
        }
    }

    private void readRecords() {
        int position = ManifestFormat.HEADER_SIZE;
        if (!isRecordAt(position)) {
            throw corrupt(position, "its first record is not whole");
        }
        while (position < bytes.length) {
            if (!isRecordAt(position)) {
                requireNoRecordAfter(position);
                state.setDroppedTailBytes(bytes.length - position);
                return;
            }
            int length = intAt(position);
            int payload = position + ManifestFormat.RECORD_HEADER_SIZE;
            try {
                state.apply(EditCodec.decode(new ByteReader(bytes, payload, length), path));
            } catch (ByteReader.MalformedException | InvalidEditException e) {
                throw corrupt(position, String.valueOf(e.getMessage()));
            }
            position = payload + length;
        }
    }

    /** Lengths cannot be trusted after a bad record, so a later one is looked for at every byte. */
    private void requireNoRecordAfter(int bad) {
        for (int position = bad + 1; position < bytes.length; position++) {
            if (isRecordAt(position)) {
                throw corrupt(bad, "a record fails its checksum, and a whole one follows at byte " + position);
            }
        }
    }

    private boolean isRecordAt(int position) {
        int room = bytes.length - position - ManifestFormat.RECORD_HEADER_SIZE;
        if (room <= 0) {
            return false;
        }
        int length = intAt(position);
        return length > 0
                && length <= room
                && intAt(position + 4) == ManifestFormat.recordChecksum(salt, bytes, position, length);
    }

    private int intAt(int position) {
        return new ByteReader(bytes, position, 4).getInt();
    }

    private CorruptionException corrupt(long offset, String problem) {
        return new CorruptionException(path, offset, problem);
    }

    private static byte[] read(FileSystem fs, Path path) throws IOException {
        try (ReadableFile file = fs.openForRead(path)) {
            long size = file.size();
            if (size > Integer.MAX_VALUE - 16) {
                throw new CorruptionException(path, -1, "it has " + size + " bytes");
            }
            byte[] content = new byte[(int) size];
            file.read(0, ByteBuffer.wrap(content));
            return content;
        }
    }
}
