package dev.kiban.internal.version;

import dev.kiban.UnsupportedFormatException;
import dev.kiban.internal.codec.ByteReader;
import dev.kiban.internal.codec.ByteReader.MalformedException;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.table.TableMeta;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The bytes of an edit: a sequence of fields, each a varint tag, a varint length and that many bytes. A tag's low bit says
 * that a reader which does not know the tag must refuse the file; without it the field may be skipped. A tag that is known
 * must be filled exactly; what later builds have to say about a table goes into fields of its own behind the known part.
 *
 * <p>{@code docs/format/manifest.md} lists the tags and those reserved. Stateless.
 */
final class EditCodec {

    private static final int MUST_UNDERSTAND = 1;

    private static final int CREATE_KEYSPACE = 1 << 1 | MUST_UNDERSTAND;
    private static final int DROP_KEYSPACE = 2 << 1 | MUST_UNDERSTAND;
    private static final int ADD_TABLE = 3 << 1 | MUST_UNDERSTAND;
    private static final int REMOVE_TABLE = 4 << 1 | MUST_UNDERSTAND;
    private static final int ADD_LOG = 5 << 1 | MUST_UNDERSTAND;
    private static final int OLDEST_LOG = 6 << 1 | MUST_UNDERSTAND;
    private static final int FLUSHED_THROUGH = 7 << 1 | MUST_UNDERSTAND;
    private static final int NEXT_FILE_NUMBER = 8 << 1 | MUST_UNDERSTAND;
    private static final int NEXT_KEYSPACE_ID = 9 << 1 | MUST_UNDERSTAND;
    private static final int LAST_SEQUENCE = 10 << 1 | MUST_UNDERSTAND;

    private EditCodec() {}

    static void encode(VersionEdit edit, ByteWriter out) {
        ByteWriter field = new ByteWriter(256);
        edit.createdKeyspaces().forEach((id, name) -> {
            field.putVarint(id).putSized(name.getBytes(StandardCharsets.UTF_8));
            finish(CREATE_KEYSPACE, field, out);
        });
        for (int id : edit.droppedKeyspaces()) {
            putNumber(DROP_KEYSPACE, id, field, out);
        }
        for (VersionEdit.AddedTable added : edit.addedTables()) {
            encodeTable(added, field);
            finish(ADD_TABLE, field, out);
        }
        for (VersionEdit.RemovedTable removed : edit.removedTables()) {
            field.putVarint(removed.number()).putVarint(removed.level());
            finish(REMOVE_TABLE, field, out);
        }
        for (long log : edit.addedLogs()) {
            putNumber(ADD_LOG, log, field, out);
        }
        putNumber(OLDEST_LOG, edit.oldestLog(), field, out);
        edit.flushedThrough().forEach((keyspace, sequence) -> {
            field.putVarint(keyspace).putVarint(sequence);
            finish(FLUSHED_THROUGH, field, out);
        });
        putNumber(NEXT_FILE_NUMBER, edit.nextFileNumber(), field, out);
        putNumber(NEXT_KEYSPACE_ID, edit.nextKeyspaceId(), field, out);
        putNumber(LAST_SEQUENCE, edit.lastSequence(), field, out);
    }

    private static void encodeTable(VersionEdit.AddedTable added, ByteWriter field) {
        TableMeta meta = added.meta();
        field.putVarint(meta.keyspace())
                .putVarint(added.level())
                .putVarint(meta.number())
                .putVarint(meta.size())
                .putSized(meta.minKey())
                .putSized(meta.maxKey())
                .putVarint(meta.minSequence())
                .putVarint(meta.maxSequence())
                .putVarint(meta.entries())
                .putVarint(meta.tombstones());
    }

    private static void putNumber(int tag, long number, ByteWriter field, ByteWriter out) {
        if (number != VersionEdit.ABSENT) {
            field.putVarint(number);
            finish(tag, field, out);
        }
    }

    private static void finish(int tag, ByteWriter field, ByteWriter out) {
        out.putVarint(tag).putVarint(field.size()).putBytes(field.array(), 0, field.size());
        field.clear();
    }

    /**
     * Reads an edit to the end of the reader.
     *
     * @param file named when a field is too new
     * @throws MalformedException when the bytes are no edit
     * @throws UnsupportedFormatException when a field is unknown and must be understood
     */
    static VersionEdit decode(ByteReader in, Path file) {
        VersionEdit.Builder edit = VersionEdit.builder();
        while (in.remaining() > 0) {
            long tag = in.getVarint();
            ByteReader field = nextField(in);
            if (decodeField(tag, field, edit, file)) {
                if (field.remaining() > 0) {
                    throw new MalformedException("field " + tag + " is " + field.remaining() + " bytes too long");
                }
            } else {
                skipUnknown(tag, file);
            }
        }
        return edit.build();
    }

    private static boolean decodeField(long tag, ByteReader field, VersionEdit.Builder edit, Path file) {
        // Tags that do not fit an int are unknown as any other.
        switch (tag > Integer.MAX_VALUE || tag < 0 ? 0 : (int) tag) {
            case CREATE_KEYSPACE -> edit.createKeyspace(getId(field), getName(field));
            case DROP_KEYSPACE -> edit.dropKeyspace(getId(field));
            case ADD_TABLE -> decodeTable(field, edit, file);
            case REMOVE_TABLE -> edit.removeTable(getNumber(field), getId(field));
            case ADD_LOG -> edit.addLog(getNumber(field));
            case OLDEST_LOG -> edit.oldestLog(getNumber(field));
            case FLUSHED_THROUGH -> edit.flushedThrough(getId(field), getNumber(field));
            case NEXT_FILE_NUMBER -> edit.nextFileNumber(getNumber(field));
            case NEXT_KEYSPACE_ID -> edit.nextKeyspaceId(getId(field));
            case LAST_SEQUENCE -> edit.lastSequence(getNumber(field));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void decodeTable(ByteReader field, VersionEdit.Builder edit, Path file) {
        int keyspace = getId(field);
        int level = getId(field);
        long number = getNumber(field);
        long size = getNumber(field);
        byte[] minKey = field.getSized();
        byte[] maxKey = field.getSized();
        long minSequence = getNumber(field);
        long maxSequence = getNumber(field);
        long entries = getNumber(field);
        long tombstones = getNumber(field);
        while (field.remaining() > 0) {
            skipUnknown(field.getVarint(), file);
            nextField(field);
        }
        edit.addTable(
                level,
                new TableMeta(number, keyspace, size, minKey, maxKey, minSequence, maxSequence, entries, tombstones));
    }

    private static ByteReader nextField(ByteReader in) {
        int length = in.getLength(in.remaining());
        ByteReader field = new ByteReader(in.array(), in.position(), length);
        in.skip(length);
        return field;
    }

    private static void skipUnknown(long tag, Path file) {
        if ((tag & MUST_UNDERSTAND) != 0) {
            throw new UnsupportedFormatException(
                    file,
                    UnsupportedFormatException.Age.TOO_NEW,
                    "a field with tag " + Long.toUnsignedString(tag),
                    "tags up to " + LAST_SEQUENCE);
        }
    }

    private static int getId(ByteReader in) {
        return in.getLength(Integer.MAX_VALUE);
    }

    private static long getNumber(ByteReader in) {
        long number = in.getVarint();
        if (number < 0) {
            throw new MalformedException("a number beyond 63 bits");
        }
        return number;
    }

    private static String getName(ByteReader in) {
        byte[] bytes = in.getSized();
        String name;
        try {
            name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedException("a keyspace's name is not UTF-8");
        }
        if (!VersionEdit.isValidName(name)) {
            throw new MalformedException("a keyspace's name has " + bytes.length + " bytes");
        }
        return name;
    }
}
