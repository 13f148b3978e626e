package org.sss.net.block;

import java.util.function.Supplier;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * LZ4 blocks without a frame. Uses the C library if it can be loaded, otherwise the pure Java implementation, which is
 * slower but has the same format; never the one on {@code sun.misc.Unsafe}, which newer JDKs warn about. Thread-safe.
 */
final class Lz4Codec implements BlockCodec {
    private static final Lz4Codec INSTANCE = new Lz4Codec(factory(LZ4Factory::nativeInstance));

    private final LZ4Compressor compressor;
    private final LZ4SafeDecompressor decompressor;

    Lz4Codec(LZ4Factory factory) {
        compressor = factory.fastCompressor();
        decompressor = factory.safeDecompressor();
    }

    static Lz4Codec instance() {
        return INSTANCE;
    }

    /**
     * Falls back to Java on musl, if the temporary directory is full or not executable, or if native access is denied.
     */
    static LZ4Factory factory(Supplier<LZ4Factory> preferred) {
        try {
            return preferred.get();
        } catch (LinkageError | AssertionError | RuntimeException e) {
            return LZ4Factory.safeInstance();
        }
    }

    @Override
    public Compression compression() {
        return Compression.LZ4;
    }

    @Override
    public byte id() {
        return BlockFormat.COMPRESSION_LZ4;
    }

    @Override
    public int maxCompressedBytes(int length) {
        return compressor.maxCompressedLength(length);
    }

    @Override
    public int compress(byte[] from, int offset, int length, byte[] into, int at) {
        return compressor.compress(from, offset, length, into, at, into.length - at);
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] into, int at, int room) {
        try {
            return decompressor.decompress(from, offset, length, into, at, room);
        } catch (LZ4Exception e) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "damaged block: its entries are not LZ4 of at most " + room + " bytes: " + e.getMessage(),
                    e);
        }
    }
}
