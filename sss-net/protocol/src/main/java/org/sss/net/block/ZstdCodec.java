package org.sss.net.block;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.concurrent.ArrayBlockingQueue;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Zstandard frames, by the C library; there is no Java implementation. Thread-safe: a call takes a native context
 * (about 100 KiB) from a pool and returns it, so that there are at most as many as concurrent calls, and none per
 * block.
 */
final class ZstdCodec implements BlockCodec {
    /** Level 3, the library's default, compresses text 2 to 4 % better, at about half the speed. */
    private static final int LEVEL = 1;

    private static final int MAX_IDLE_CONTEXTS = 64;
    private static final ZstdCodec INSTANCE = new ZstdCodec();

    private final ArrayBlockingQueue<ZstdCompressCtx> compressors = new ArrayBlockingQueue<>(MAX_IDLE_CONTEXTS);
    private final ArrayBlockingQueue<ZstdDecompressCtx> decompressors = new ArrayBlockingQueue<>(MAX_IDLE_CONTEXTS);

    private ZstdCodec() {}

    /** Call it after {@link ZstdLibrary#check}. */
    static ZstdCodec instance() {
        return INSTANCE;
    }

    @Override
    public Compression compression() {
        return Compression.ZSTD;
    }

    @Override
    public byte id() {
        return BlockFormat.COMPRESSION_ZSTD;
    }

    @Override
    public int maxCompressedBytes(int length) {
        return (int) Zstd.compressBound(length);
    }

    @Override
    public int compress(byte[] from, int offset, int length, byte[] into, int at) {
        ZstdCompressCtx context = compressors.poll();
        if (context == null) {
            context = new ZstdCompressCtx().setLevel(LEVEL);
        }
        try {
            return context.compressByteArray(into, at, into.length - at, from, offset, length);
        } finally {
            if (!compressors.offer(context)) {
                context.close();
            }
        }
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] into, int at, int room) {
        ZstdDecompressCtx context = decompressors.poll();
        if (context == null) {
            context = new ZstdDecompressCtx();
        }
        try {
            return context.decompressByteArray(into, at, room, from, offset, length);
        } catch (ZstdException e) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "damaged block: its entries are not Zstd of at most " + room + " bytes: " + e.getMessage(),
                    e);
        } finally {
            if (!decompressors.offer(context)) {
                context.close();
            }
        }
    }
}
