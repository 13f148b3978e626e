package org.sss.parquet;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Compression of pages without Hadoop, whose native libraries the default factory would need. Stateless. */
final class PageCodecs implements CompressionCodecFactory {
    /** Fast, and smaller than the others. */
    static final CompressionCodecName WRITTEN = CompressionCodecName.ZSTD;

    private static final int ZSTD_LEVEL = 1;

    /** Returns whether pages of this compression can be read. */
    static boolean isKnown(CompressionCodecName codec) {
        return switch (codec) {
            case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW -> true;
            default -> false;
        };
    }

    /**
     * Returns the content of a page.
     *
     * @param bytes of the content, which must have exactly this size
     * @throws IOException if the page is damaged
     */
    static byte[] decompress(CompressionCodecName codec, byte[] page, int bytes) throws IOException {
        if (bytes == 0) {
            return new byte[0];
        }
        byte[] content = new byte[bytes];
        int size =
                switch (codec) {
                    case UNCOMPRESSED -> {
                        content = page;
                        yield page.length;
                    }
                    case SNAPPY ->
                        Snappy.uncompressedLength(page) == bytes
                                ? Snappy.uncompress(page, 0, page.length, content, 0)
                                : Snappy.uncompressedLength(page);
                    case ZSTD -> (int) Zstd.decompressByteArray(content, 0, bytes, page, 0, page.length);
                    case LZ4_RAW ->
                        LZ4Factory.fastestInstance()
                                .safeDecompressor()
                                .decompress(page, 0, page.length, content, 0, bytes);
                    case GZIP -> new GZIPInputStream(new ByteArrayInputStream(page)).readNBytes(content, 0, bytes);
                    default -> throw new IOException("pages are compressed with " + codec);
                };
        if (size != bytes) {
            throw new IOException("its content has " + size + " instead of " + bytes + " bytes");
        }
        return content;
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        return new BytesInputCompressor() {
            @Override
            public BytesInput compress(BytesInput page) throws IOException {
                ByteArrayOutputStream whole = new ByteArrayOutputStream((int) page.size());
                page.writeAllTo(whole);
                byte[] content = whole.toByteArray();
                return BytesInput.from(
                        switch (codec) {
                            case UNCOMPRESSED -> content;
                            case SNAPPY -> Snappy.compress(content);
                            case ZSTD -> Zstd.compress(content, ZSTD_LEVEL);
                            case GZIP -> gzip(content);
                            default -> throw new IOException("pages are not compressed with " + codec);
                        });
            }

            @Override
            public CompressionCodecName getCodecName() {
                return codec;
            }

            @Override
            public void release() {
                // Nothing is retained.
            }
        };
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    /** {@inheritDoc} Not called: {@link ChunkPages} decompresses what is read. */
    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        throw new UnsupportedOperationException(codec.toString());
    }

    @Override
    public void release() {
        // Nothing is retained.
    }
}
