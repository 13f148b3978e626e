package org.sss.parquet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.MessageType;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.FileStore;

/** The wanted columns of a row group. For one thread. */
final class RowGroup implements PageReadStore {
    /** Some old writers count the header of the dictionary page in no size. */
    private static final int UNCOUNTED_BYTES = 100;

    private final String name;
    private final long rows;
    /** By the path of the column. */
    private final Map<List<String>, PageReader> pages = new HashMap<>();

    private long bytes;

    /** @param number of the row group in the file, from 0 */
    RowGroup(FileStore store, Footer footer, int number, MessageType wanted) {
        BlockMetaData group = footer.data().getBlocks().get(number);
        name = footer.name() + ", row group " + number;
        rows = group.getRowCount();
        Map<List<String>, ColumnChunkMetaData> chunks = new HashMap<>();
        group.getColumns().forEach(chunk -> chunks.put(List.of(chunk.getPath().toArray()), chunk));
        int readAhead = Memory.readAhead(wanted.getColumns().size());
        for (ColumnDescriptor column : wanted.getColumns()) {
            List<String> path = List.of(column.getPath());
            ColumnChunkMetaData chunk = chunks.get(path);
            check(column, path, chunk);
            long from = chunk.getStartingPos();
            long to = Math.min(footer.end(), from + chunk.getTotalSize() + UNCOUNTED_BYTES);
            ChunkStream in = new ChunkStream(store, footer.file(), from, to, readAhead);
            pages.put(path, new ChunkPages(named(path), chunk, in));
            bytes += chunk.getTotalSize();
        }
    }

    private void check(ColumnDescriptor column, List<String> path, ColumnChunkMetaData chunk) {
        String why = null;
        if (chunk == null) {
            why = "is missing";
        } else if (column.getMaxRepetitionLevel() == 0 ? chunk.getValueCount() != rows : chunk.getValueCount() < rows) {
            why = "has " + chunk.getValueCount() + " values in " + rows + " rows";
        }
        if (why != null) {
            throw new SssException(ErrorCode.CORRUPT, named(path) + " " + why + "; write the file again");
        }
    }

    private String named(List<String> path) {
        return name + ", column '" + String.join(".", path) + "'";
    }

    /** Returns file and number, for messages. */
    String name() {
        return name;
    }

    /** Returns the size of the wanted columns in the file. */
    long bytes() {
        return bytes;
    }

    @Override
    public PageReader getPageReader(ColumnDescriptor column) {
        return pages.get(List.of(column.getPath()));
    }

    @Override
    public long getRowCount() {
        return rows;
    }
}
