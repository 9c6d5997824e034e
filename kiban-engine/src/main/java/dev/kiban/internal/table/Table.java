package dev.kiban.internal.table;

/** Stub of the seam: replaced by the handle that opens its reader lazily. */
public final class Table {

    private final TableMeta meta;

    public Table(TableMeta meta) {
        this.meta = meta;
    }

    public TableMeta meta() {
        return meta;
    }

    public void close() {}
}
