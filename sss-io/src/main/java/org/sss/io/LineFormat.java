package org.sss.io;

import java.util.List;

/** What files of tuples look like. */
public enum LineFormat {
    /** {@code key TAB value} in the form of {@link org.sss.api.TextForm}, as an export gives. */
    TEXT(""),
    /** Comma-separated values with a line of column names: RFC 4180 in UTF-8. */
    CSV(".csv"),
    /** A JSON document on each line. */
    JSON_LINES(".jsonl");

    private final String suffix;

    LineFormat(String suffix) {
        this.suffix = suffix;
    }

    /** Of the names of files that a job writes. */
    String suffix() {
        return suffix;
    }

    /**
     * A writer of tuples, for one thread.
     *
     * @param keyType    name of the type of keys, as {@link org.sss.api.Codec#name()} gives; so {@code valueType}
     * @param valuesOnly whether keys are left out
     */
    public TupleLines lines(String keyType, String valueType, boolean valuesOnly) {
        return lines(keyType, valueType, valuesOnly, List.of());
    }

    /**
     * The same.
     *
     * @param columns of {@link #CSV}: the names of those that are written, in their order; all when there are none
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
