package dev.kiban.trace;

import dev.kiban.KeyVisibility;
import dev.kiban.event.TableInfo;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a trace shows of key bounds. Bounds that arrive together are told together, so that ranks are spread evenly. Not thread safe.
 */
final class KeyView {

    private static final int PREFIX_BYTES = 8;

    private final KeyVisibility visibility;
    private final KeyRanks ranks = new KeyRanks();

    KeyView(KeyVisibility visibility) {
        this.visibility = visibility;
    }

    /** Tells of tables whose bounds {@link #show} will be asked for. */
    void introduce(List<TableInfo> tables) {
        if (visibility == KeyVisibility.RANK) {
            ranks.introduce(tables);
        }
    }

    /** Null, a rank, or hexadecimal digits; the bound must have been introduced. */
    @Nullable
    Object show(String keyspace, byte[] key) {
        return switch (visibility) {
            case HIDDEN -> null;
            case RANK -> ranks.rank(keyspace, key);
            case PREFIX -> HexFormat.of().formatHex(key, 0, Math.min(key.length, PREFIX_BYTES));
            case FULL -> HexFormat.of().formatHex(key);
        };
    }

    /** Lets bounds go that no live table has, when there are very many. */
    void forgetAllBut(Collection<TraceLine.Table> live) {
        if (visibility == KeyVisibility.RANK) {
            ranks.forgetAllBut(live);
        }
    }
}
