package org.sss.parquet;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sss.api.Codec;
import org.sss.api.TupleSource;
import org.sss.io.InputFiles;
import org.sss.io.RecordFormat;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoredFile;

/** Parquet, for files of any store. Found by {@link java.util.ServiceLoader}. Stateless. */
public final class ParquetFormat implements RecordFormat {
    static final String ID = "parquet";
    private static final String SUFFIX = ".parquet";
    /** Types that a key or value has without a record. */
    private static final Set<String> WHOLE = Set.of("string", "bytes", "int", "long", "double");

    /** For ServiceLoader. */
    public ParquetFormat() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<String> extensions() {
        return List.of(SUFFIX);
    }

    @Override
    public String suffix() {
        return SUFFIX;
    }

    /** {@inheritDoc} Pages are compressed. */
    @Override
    public boolean isCompressible() {
        return false;
    }

    /**
     * {@inheritDoc} A file of SSS has its own types. Else keys are the column "key", or without it the numbers of rows;
     * values are the column "value" if there is no other, or a record of all columns.
     */
    @Override
    public RecordFormat.Types types(InputFiles files) {
        StoredFile first = ParquetSource.list(files).get(0);
        Footer footer = ParquetSource.footer(FileStores.ofProcess().of(first.path()), first, Footer.name(first));
        String values = footer.property(Layout.VALUES);
        if (values != null) {
            String keys = footer.property(Layout.KEYS);
            return new RecordFormat.Types(keys == null ? "long" : keys, values);
        }
        List<Column> columns = new ArrayList<>(
                TupleReader.columns(footer.data().getFileMetaData().getSchema()));
        String keys = "long";
        for (Column column : List.copyOf(columns)) {
            if (column.schema().getName().equals(Layout.KEY)) {
                columns.remove(column);
                keys = whole(column, footer);
            }
        }
        boolean isAlone =
                columns.size() == 1 && columns.get(0).schema().getName().equals(Layout.VALUE);
        return new RecordFormat.Types(
                keys, isAlone ? whole(columns.get(0), footer) : Column.record(columns, footer.name()));
    }

    private static String whole(Column column, Footer footer) {
        String type = column.type(footer.name());
        return WHOLE.contains(type) ? type : Column.record(List.of(column), footer.name());
    }

    @Override
    public <K, V> TupleSource<K, V> source(InputFiles files, Codec<K> keys, Codec<V> values) {
        return new ParquetSource<>(files, keys, values);
    }

    @Override
    public RecordFormat.Writer writer(
            OutputStream out, RecordFormat.Types types, boolean valuesOnly, List<String> columns) throws IOException {
        return TupleWriter.open(out, types, valuesOnly, columns);
    }
}
