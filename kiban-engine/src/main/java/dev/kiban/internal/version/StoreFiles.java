package dev.kiban.internal.version;

import dev.kiban.internal.table.Table;
import dev.kiban.internal.wal.WalFormat;
import java.util.OptionalLong;

/** Which names in a store's directory are the store's own. Stateless. */
public final class StoreFiles {

    private StoreFiles() {}

    /** Whether the name is of a kind that the store writes, and the MANIFEST does not name it. Other files are left alone. */
    public static boolean isStranger(String name, ManifestState state) {
        long table = Table.numberOf(name);
        if (table >= 0) {
            return !state.hasTable(table);
        }
        OptionalLong log = WalFormat.logNumber(name);
        if (log.isPresent()) {
            return !state.logs().contains(log.getAsLong());
        }
        if (ManifestFormat.isManifest(name)) {
            return !name.equals(ManifestFormat.name(state.manifestNumber()));
        }
        return name.equals(ManifestFormat.CURRENT_TEMPORARY);
    }
}
