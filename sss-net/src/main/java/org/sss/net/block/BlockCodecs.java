package org.sss.net.block;

import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The codecs by name and by number. Stateless; a codec's library is loaded at its first use. */
public final class BlockCodecs {
    private BlockCodecs() {
    }

    /**
     * To be asked before a group is begun, as its first block may be far away.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when this JVM cannot load what {@code compression} needs
     */
    public static void checkUsable(Compression compression) {
        of(compression);
    }

    /** Null for none. */
    static BlockCodec of(Compression compression) {
        return switch (compression) {
            case NONE -> null;
            case LZ4 -> Lz4Codec.instance();
            case ZSTD -> zstd();
        };
    }

    /** Null for none. */
    static BlockCodec ofId(byte id) {
        return switch (id) {
            case BlockFormat.COMPRESSION_NONE -> null;
            case BlockFormat.COMPRESSION_LZ4 -> Lz4Codec.instance();
            case BlockFormat.COMPRESSION_ZSTD -> zstd();
            default -> throw new SssException(ErrorCode.CORRUPT,
                    "damaged block: compression " + id + " is not known to this version");
        };
    }

    /** Before the class of the codec is loaded, which without the jar cannot be. */
    private static BlockCodec zstd() {
        ZstdLibrary.check();
        return ZstdCodec.instance();
    }
}
