package dev.kiban.internal.table;

import dev.kiban.CorruptionException;
import dev.kiban.internal.codec.ByteReader;
import dev.kiban.internal.codec.ByteWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which sections a table has and where they are. Immutable. */
record SectionDirectory(List<Section> sections) {

    private static final int ENTRY_LENGTH = 24;

    /**
     * @param tag kind of the section; the low bit says that a reader must understand it
     * @param offset where in the file it begins
     * @param length its bytes
     * @param checksum CRC-32C of them
     */
    record Section(int tag, long offset, long length, int checksum) {}

    byte[] encode() {
        ByteWriter out = new ByteWriter(ENTRY_LENGTH * sections.size());
        for (Section section : sections) {
            out.putInt(section.tag)
                    .putLong(section.offset)
                    .putLong(section.length)
                    .putInt(section.checksum);
        }
        return out.toByteArray();
    }

    /** Reads a directory whose checksum has been verified. Sections that may be skipped and are not known are left out. */
    static SectionDirectory decode(Path file, byte[] bytes, long place) {
        if (bytes.length % ENTRY_LENGTH != 0) {
            throw new CorruptionException(file, place, "the section directory's length cannot be");
        }
        List<Section> sections = new ArrayList<>();
        ByteReader in = new ByteReader(bytes);
        while (in.remaining() > 0) {
            Section section = new Section(in.getInt(), in.getLong(), in.getLong(), in.getInt());
            if (section.offset < 0 || section.length < 0 || section.offset > place - section.length) {
                throw new CorruptionException(file, place, "a section lies outside of its place");
            }
            boolean known = section.tag == TableFormat.INDEX_SECTION
                    || section.tag == TableFormat.FILTER_SECTION
                    || section.tag == TableFormat.PROPERTIES_SECTION;
            if (!known && TableFormat.mustUnderstand(section.tag)) {
                throw TableFormat.tooNew(file, "a table section with tag " + section.tag);
            }
            if (known) {
                if (find(sections, section.tag) != null) {
                    throw new CorruptionException(file, place, "a section is there twice");
                }
                sections.add(section);
            }
        }
        return new SectionDirectory(List.copyOf(sections));
    }

    /** The section with the tag, or null. */
    @Nullable
    Section find(int tag) {
        return find(sections, tag);
    }

    private static @Nullable Section find(List<Section> sections, int tag) {
        for (Section section : sections) {
            if (section.tag == tag) {
                return section;
            }
        }
        return null;
    }
}
