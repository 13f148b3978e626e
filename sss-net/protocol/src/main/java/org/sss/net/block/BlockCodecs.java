package org.sss.net.block;

import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The codecs by name and by number. Stateless; a codec's library is loaded at its first use. */
public final class BlockCodecs {
    private BlockCodecs() {}

    /**
     * Call it before a group is started, since its first block may be written much later.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if this JVM cannot load the library for {@code
     *     compression}
     */
    public static void checkUsable(Compression compression) {
        of(compression);
    }

    /** Returns null for none. */
    static BlockCodec of(Compression compression) {
        return switch (compression) {
            case NONE -> null;
            case LZ4 -> Lz4Codec.instance();
            case ZSTD -> zstd();
        };
    }

    /** Returns null for none. */
    static BlockCodec ofId(byte id) {
        return switch (id) {
            case BlockFormat.COMPRESSION_NONE -> null;
            case BlockFormat.COMPRESSION_LZ4 -> Lz4Codec.instance();
            case BlockFormat.COMPRESSION_ZSTD -> zstd();
            default ->
                throw new SssException(
                        ErrorCode.CORRUPT, "damaged block: compression " + id + " is unknown to this version");
        };
    }

    /** Checks the library before the class of the codec is loaded, which fails without the jar. */
    private static BlockCodec zstd() {
        ZstdLibrary.check();
        return ZstdCodec.instance();
    }
}
