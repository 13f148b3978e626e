package org.sss.io;

import java.io.OutputStream;
import java.util.List;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.TupleSource;

/** The formats of files with a tuple on each line. */
public enum LineFormat implements RecordFormat {
    /** {@code key TAB value} in the form of {@link org.sss.api.TextForm}, like an export. */
    TEXT("text", "", ".tsv", ".txt"),
    /** Comma-separated values with a line of column names: RFC 4180 in UTF-8. */
    CSV("csv", ".csv"),
    /** A JSON document on each line. */
    JSON_LINES("json-lines", ".jsonl", ".jsonl", ".ndjson");

    private final String id;
    private final String suffix;
    private final List<String> extensions;

    LineFormat(String id, String suffix, String... extensions) {
        this.id = id;
        this.suffix = suffix;
        this.extensions = extensions.length == 0 ? List.of(suffix) : List.of(extensions);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<String> extensions() {
        return extensions;
    }

    @Override
    public String suffix() {
        return suffix;
    }

    @Override
    public boolean isCompressible() {
        return true;
    }

    /** {@inheritDoc} The position of a line, and the line. */
    @Override
    public RecordFormat.Types types(InputFiles files) {
        return RecordFormat.Types.of(Codecs.LONG, Codecs.STRING);
    }

    /**
     * {@inheritDoc} Tuples are the position of a line and the line; {@link Sources#csv} and {@link Sources#jsonLines}
     * have the parts of lines.
     */
    @Override
    public <K, V> TupleSource<K, V> source(InputFiles files, Codec<K> keys, Codec<V> values) {
        return new TextSource<>(files, Codecs.LONG, Codecs.STRING).as(keys, values);
    }

    @Override
    public RecordFormat.Writer writer(
            OutputStream out, RecordFormat.Types types, boolean valuesOnly, List<String> columns) {
        return new LineWriter(lines(types.keys(), types.values(), valuesOnly, columns), out);
    }

    /**
     * Returns a writer of tuples. The writer is not thread-safe.
     *
     * @param keyType    name of the key type, as of {@link org.sss.api.Codec#name()}; likewise {@code valueType}
     * @param valuesOnly whether keys are omitted
     */
    public TupleLines lines(String keyType, String valueType, boolean valuesOnly) {
        return lines(keyType, valueType, valuesOnly, List.of());
    }

    /**
     * Like the other method, with a selection of columns.
     *
     * @param columns for {@link #CSV}: names of the written columns, in order; empty for all
     * @throws org.sss.api.SssException NOT_FOUND for a column that the tuples do not have
     */
    public TupleLines lines(String keyType, String valueType, boolean valuesOnly, List<String> columns) {
        return switch (this) {
            case TEXT -> new TextTuples(keyType, valueType, valuesOnly);
            case CSV -> new CsvTuples(keyType, valueType, valuesOnly, columns);
            case JSON_LINES -> new JsonTuples(keyType, valueType, valuesOnly);
        };
    }
}
