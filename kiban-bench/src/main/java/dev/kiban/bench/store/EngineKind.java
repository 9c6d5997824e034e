package dev.kiban.bench.store;

import java.nio.file.Path;

/** The engines that are compared. */
public enum EngineKind {
    KIBAN("Kiban") {
        @Override
        public Store open(Path directory, long cacheBytes) {
            return KibanStore.open(directory, cacheBytes);
        }

        @Override
        public String version() {
            return KibanStore.version();
        }
    },

    ROCKSDB("RocksDB") {
        @Override
        public Store open(Path directory, long cacheBytes) {
            return RocksStore.open(directory, cacheBytes);
        }

        @Override
        public String version() {
            return RocksStore.version();
        }
    };

    private final String title;

    EngineKind(String title) {
        this.title = title;
    }

    /** Its name in tables. */
    public String title() {
        return title;
    }

    /** Opens a store, making it when there is none, with the same cache whatever the engine. */
    public abstract Store open(Path directory, long cacheBytes);

    public abstract String version();
}
