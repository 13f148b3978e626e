package org.sss.io;

import java.util.List;

/** Format of files of tuples. */
public enum LineFormat {
    /** {@code key TAB value} in the form of {@link org.sss.api.TextForm}, like an export. */
    TEXT(""),
    /** Comma-separated values with a line of column names: RFC 4180 in UTF-8. */
    CSV(".csv"),
    /** A JSON document on each line. */
    JSON_LINES(".jsonl");

    private final String suffix;

    LineFormat(String suffix) {
        this.suffix = suffix;
    }

    /** Returns the suffix of the names of files that a job writes. */
    String suffix() {
        return suffix;
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
