package org.sss.parquet;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The pages of one column of a row group, which are read one after another, so that memory does not depend on the size
 * of row groups. For one thread.
 */
final class ChunkPages implements PageReader {
    private final String name;
    private final ColumnChunkMetaData chunk;
    private final ChunkStream in;
    private final Statistics<?> none;
    /** The header of the next page, if it has been read; else null. */
    private PageHeader header;

    private long values;
    private int pages;

    /** @param name of file, row group and column, for messages */
    ChunkPages(String name, ColumnChunkMetaData chunk, ChunkStream in) {
        this.name = name;
        this.chunk = chunk;
        this.in = in;
        none = Statistics.createStats(chunk.getPrimitiveType());
        if (!PageCodecs.isKnown(chunk.getCodec())) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    name + " is compressed with " + chunk.getCodec()
                            + ", which cannot be read; write it with Zstd, Snappy, gzip or LZ4_RAW, or uncompressed");
        }
    }

    @Override
    public long getTotalValueCount() {
        return chunk.getValueCount();
    }

    /** {@inheritDoc} Null if the column has none. */
    @Override
    public DictionaryPage readDictionaryPage() {
        try {
            if (next().getType() != PageType.DICTIONARY_PAGE) {
                return null;
            }
            PageHeader page = taken();
            byte[] content = content(page, body(page));
            int count = page.getDictionary_page_header().getNum_values();
            if (count < 0 || count > content.length) {
                throw new IOException("it has " + count + " values in " + content.length + " bytes");
            }
            return new DictionaryPage(
                    BytesInput.from(content),
                    count,
                    Encoding.valueOf(
                            page.getDictionary_page_header().getEncoding().name()));
        } catch (IOException | RuntimeException e) {
            throw damaged(e);
        }
    }

    @Override
    public DataPage readPage() {
        if (values >= chunk.getValueCount()) {
            return null;
        }
        try {
            while (next().getType() == PageType.INDEX_PAGE) {
                body(taken());
            }
            PageHeader page = taken();
            DataPage data =
                    switch (page.getType()) {
                        case DATA_PAGE -> first(page, page.getData_page_header());
                        case DATA_PAGE_V2 -> second(page, page.getData_page_header_v2());
                        default -> throw new IOException("a page of type " + page.getType() + " follows");
                    };
            if (data.getValueCount() < 0) {
                throw new IOException("it has " + data.getValueCount() + " values");
            }
            values += data.getValueCount();
            return data;
        } catch (IOException | RuntimeException e) {
            throw damaged(e);
        }
    }

    private PageHeader next() throws IOException {
        if (header == null) {
            header = Util.readPageHeader(in);
            int compressed = header.getCompressed_page_size();
            if (compressed < 0 || compressed > in.left() || header.getUncompressed_page_size() < 0) {
                throw new IOException("it has " + compressed + " bytes, but " + in.left() + " are left");
            }
            Memory.check(Math.max(compressed, header.getUncompressed_page_size()), "page " + pages + " of " + name);
        }
        return header;
    }

    private PageHeader taken() throws IOException {
        PageHeader page = next();
        header = null;
        pages++;
        return page;
    }

    private byte[] body(PageHeader page) throws IOException {
        byte[] body = in.readNBytes(page.getCompressed_page_size());
        if (body.length < page.getCompressed_page_size()) {
            throw new IOException("it ends after " + body.length + " bytes");
        }
        if (page.isSetCrc()) {
            CRC32 crc = new CRC32();
            crc.update(body);
            if ((int) crc.getValue() != page.getCrc()) {
                throw new IOException("its checksum differs");
            }
        }
        return body;
    }

    private byte[] content(PageHeader page, byte[] body) throws IOException {
        return PageCodecs.decompress(chunk.getCodec(), body, page.getUncompressed_page_size());
    }

    private DataPage first(PageHeader page, DataPageHeader about) throws IOException {
        byte[] content = content(page, body(page));
        return new DataPageV1(
                BytesInput.from(content),
                about.getNum_values(),
                content.length,
                none,
                encoding(about.getRepetition_level_encoding()),
                encoding(about.getDefinition_level_encoding()),
                encoding(about.getEncoding()));
    }

    /** The levels stand before the content, and are not compressed. */
    private DataPage second(PageHeader page, DataPageHeaderV2 about) throws IOException {
        byte[] body = body(page);
        int repetition = about.getRepetition_levels_byte_length();
        int levels = repetition + about.getDefinition_levels_byte_length();
        if (repetition < 0 || levels < repetition || levels > body.length) {
            throw new IOException("it has " + levels + " bytes of levels in " + body.length);
        }
        byte[] content = java.util.Arrays.copyOfRange(body, levels, body.length);
        if (about.isIs_compressed()) {
            content = PageCodecs.decompress(chunk.getCodec(), content, page.getUncompressed_page_size() - levels);
        }
        return DataPageV2.uncompressed(
                about.getNum_rows(),
                about.getNum_nulls(),
                about.getNum_values(),
                BytesInput.from(body, 0, repetition),
                BytesInput.from(body, repetition, levels - repetition),
                encoding(about.getEncoding()),
                BytesInput.from(content),
                none);
    }

    private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
        return Encoding.valueOf(encoding.name());
    }

    private RuntimeException damaged(Exception e) {
        return e instanceof java.io.UncheckedIOException || e instanceof SssException
                ? (RuntimeException) e
                : new SssException(
                        ErrorCode.CORRUPT,
                        "page " + pages + " of " + name + " is damaged: " + e.getMessage() + "; write the file again",
                        e);
    }
}
