package dev.kiban.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of the last while, in memory. Apart from the head, which it keeps for good, the ring always begins with the first line
 * of a snap, so that what it returns can be decoded: it lets go of everything before a snap at once, when that snap is old enough
 * or memory runs out. Between two snaps it may exceed its bounds.
 *
 * <p>Not thread safe.
 */
final class TraceRing {

    private record Entry(long q, long t, boolean keyframe, String text) {}

    private final long millis;
    private final long bytes;
    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private final ArrayDeque<Entry> keyframes = new ArrayDeque<>();
    private @Nullable String head;
    private long size;

    TraceRing(long millis, long bytes) {
        this.millis = millis;
        this.bytes = bytes;
    }

    void head(String text) {
        head = text;
    }

    /** @param keyframe whether a reader may begin here: the first line of a snap */
    void add(long q, long t, boolean keyframe, String text) {
        Entry entry = new Entry(q, t, keyframe, text);
        entries.add(entry);
        size += text.length();
        if (keyframe) {
            keyframes.add(entry);
        }
        // The second keyframe becomes the beginning once everything before it may go.
        while (keyframes.size() > 1 && (size > bytes || secondKeyframe().t() <= t - millis)) {
            Entry end = secondKeyframe();
            while (entries.element().q() < end.q()) {
                size -= entries.remove().text().length();
            }
            keyframes.remove();
        }
    }

    /** Lines with greater sequences; the head and everything when the ring does not reach back to the sequence, or never had it. */
    List<String> since(long sequence) {
        List<String> lines = new ArrayList<>();
        Entry first = entries.peekFirst();
        Entry last = entries.peekLast();
        if (first == null || last == null || sequence < first.q() - 1 || sequence < 1 || sequence > last.q()) {
            if (head != null) {
                lines.add(head);
            }
            entries.forEach(entry -> lines.add(entry.text()));
        } else if (sequence < last.q()) {
            entries.forEach(entry -> {
                if (entry.q() > sequence) {
                    lines.add(entry.text());
                }
            });
        }
        return lines;
    }

    private Entry secondKeyframe() {
        var iterator = keyframes.iterator();
        iterator.next();
        return iterator.next();
    }
}
