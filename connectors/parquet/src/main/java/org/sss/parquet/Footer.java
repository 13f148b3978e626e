package org.sss.parquet;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.FileStore;
import org.sss.io.store.StoredFile;

/**
 * The end of a Parquet file, which describes it. Immutable.
 *
 * <pre>
 *   "PAR1"  row group  row group ...  metadata  u32 length of metadata  "PAR1"
 * </pre>
 *
 * @param file the file
 * @param data its schema and its row groups
 * @param end  position of the metadata: row groups end before it
 */
record Footer(StoredFile file, ParquetMetadata data, long end) {
    private static final String MAGIC = "PAR1";
    private static final String ENCRYPTED = "PARE";
    private static final int MAGIC_BYTES = 4;
    private static final int TAIL_BYTES = MAGIC_BYTES + Integer.BYTES;
    /** Read at once, since most footers are smaller. */
    private static final int FIRST_READ_BYTES = 64 << 10;

    /**
     * Reads the footer of a file.
     *
     * @throws SssException INVALID_ARGUMENT if the file is not Parquet; CORRUPT if its metadata is damaged; TOO_LARGE
     */
    static Footer read(FileStore store, StoredFile file) throws IOException {
        if (file.bytes() < MAGIC_BYTES + TAIL_BYTES) {
            throw notParquet(file, "it has " + file.bytes() + " bytes");
        }
        long from = Math.max(0, file.bytes() - FIRST_READ_BYTES);
        byte[] read = bytes(store, file, from, file.bytes());
        String magic = new String(read, read.length - MAGIC_BYTES, MAGIC_BYTES, StandardCharsets.ISO_8859_1);
        if (magic.equals(ENCRYPTED)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, name(file) + " is encrypted; write it without encryption");
        }
        if (!magic.equals(MAGIC)) {
            throw notParquet(file, "it does not end with " + MAGIC);
        }
        int length = ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN).getInt(read.length - TAIL_BYTES);
        long end = file.bytes() - TAIL_BYTES - length;
        if (length < 0 || end < MAGIC_BYTES) {
            throw damaged(file, "the length of its metadata is " + length + " bytes, that of the file " + file.bytes());
        }
        Memory.check(length, "the metadata of " + name(file));
        byte[] metadata = end >= from ? read : bytes(store, file, end, file.bytes());
        return parsed(file, end, metadata, (int) Math.max(0, end - from), length);
    }

    private static byte[] bytes(FileStore store, StoredFile file, long from, long to) throws IOException {
        try (InputStream in = store.open(file, from, to)) {
            byte[] bytes = in.readNBytes((int) (to - from));
            if (bytes.length < to - from) {
                throw new EOFException("it ends at byte " + (from + bytes.length));
            }
            return bytes;
        }
    }

    private static Footer parsed(StoredFile file, long end, byte[] bytes, int offset, int length) {
        ParquetMetadata data;
        try {
            data = new ParquetMetadataConverter()
                    .readParquetMetadata(
                            new ByteArrayInputStream(bytes, offset, length), ParquetMetadataConverter.NO_FILTER);
        } catch (IOException | RuntimeException e) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    name(file) + " is damaged: its metadata cannot be read: " + e + "; write it again",
                    e);
        }
        Footer footer = new Footer(file, data, end);
        data.getBlocks().forEach(footer::check);
        return footer;
    }

    private void check(BlockMetaData group) {
        if (group.getPath() != null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    name(file) + " has its columns in another file, '" + group.getPath() + "'; write one file");
        }
        for (ColumnChunkMetaData column : group.getColumns()) {
            String name = "column '" + column.getPath().toDotString() + "'";
            if (group.getRowCount() < 0 || column.getValueCount() < 0) {
                throw damaged(
                        file, name + " has " + column.getValueCount() + " values in " + group.getRowCount() + " rows");
            }
            long start = column.getStartingPos();
            long bytes = column.getTotalSize();
            boolean inFile = start >= MAGIC_BYTES && bytes >= 0 && start <= end - bytes;
            if (group.getRowCount() > 0 && !inFile) {
                throw damaged(
                        file,
                        name + " has " + bytes + " bytes at byte " + start + ", but row groups end at byte " + end);
            }
        }
    }

    /** Returns the value of a property that the writer of the file has set, or null. */
    String property(String key) {
        return data.getFileMetaData().getKeyValueMetaData().get(key);
    }

    String name() {
        return name(file);
    }

    static String name(StoredFile file) {
        return "file '" + file.path() + "'";
    }

    private static SssException notParquet(StoredFile file, String why) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                name(file) + " is not a Parquet file, or not complete: " + why
                        + "; check how it was written or copied");
    }

    private static SssException damaged(StoredFile file, String why) {
        return new SssException(ErrorCode.CORRUPT, name(file) + " is damaged: " + why + "; write it again");
    }
}
