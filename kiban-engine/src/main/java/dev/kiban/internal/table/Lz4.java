package dev.kiban.internal.table;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * LZ4 blocks in pure Java. Only lz4-java's safe instance is ever touched: the others would load a native library or
 * {@code Unsafe}. Thread safe.
 */
final class Lz4 {

    static final LZ4Compressor COMPRESSOR = LZ4Factory.safeInstance().fastCompressor();
    static final LZ4SafeDecompressor DECOMPRESSOR = LZ4Factory.safeInstance().safeDecompressor();

    private Lz4() {}
}
