package org.sss.io;

import org.sss.api.Codec;
import org.sss.api.TupleGroup;
import org.sss.io.store.FileStores;

/**
 * Files as the output of a job. Each task writes one, {@code part-00000} and so on by the number of the task. The
 * output group of the job is the list of files: the path of each file with its number of tuples.
 *
 * <p>The files get their names when the job succeeds, all at once on each node. Until then they are hidden files; if
 * the job fails, they are deleted. A file is written by the node of its task: with several machines, use a shared
 * directory, or each machine has only the files of its own tasks.
 *
 * <pre>{@code
 * workflow.map(counts, files, Outputs.text("/data/out", counts));
 * workflow.reduce(words, files, Outputs.text("/data/out", counts).reducer((word, ones, out) -> ...));
 * }</pre>
 */
public final class Outputs {
    private Outputs() {}

    /**
     * Returns an output of lines {@code key TAB value} in the form of {@link org.sss.api.TextForm}, like an export.
     *
     * @param directory created if it does not exist
     */
    public static <K, V> FileOutput<K, V> text(String directory, Codec<K> keys, Codec<V> values) {
        return output(directory, keys, values, LineFormat.TEXT);
    }

    /** Like the other method, with the types of a group. */
    public static <K, V> FileOutput<K, V> text(String directory, TupleGroup<K, V> types) {
        return text(directory, types.keys(), types.values());
    }

    /**
     * Returns an output of comma-separated values: RFC 4180 in UTF-8, each file with a line of column names. The
     * columns are "key" and "value", or the fields of those that are records.
     */
    public static <K, V> FileOutput<K, V> csv(String directory, Codec<K> keys, Codec<V> values) {
        return output(directory, keys, values, LineFormat.CSV);
    }

    /** Like the other method, with the types of a group. */
    public static <K, V> FileOutput<K, V> csv(String directory, TupleGroup<K, V> types) {
        return csv(directory, types.keys(), types.values());
    }

    /**
     * Returns an output with a JSON document on each line: {@code {"key":...,"value":...}}, or with
     * {@link FileOutput#valuesOnly()} the value alone. Records are objects; bytes that are no text are {@code
     * {"base64":...}}.
     */
    public static <K, V> FileOutput<K, V> jsonLines(String directory, Codec<K> keys, Codec<V> values) {
        return output(directory, keys, values, LineFormat.JSON_LINES);
    }

    /** Like the other method, with the types of a group. */
    public static <K, V> FileOutput<K, V> jsonLines(String directory, TupleGroup<K, V> types) {
        return jsonLines(directory, types.keys(), types.values());
    }

    /**
     * Returns an output of files of another format.
     *
     * @param format {@link RecordFormat#id}, such as {@code parquet}
     * @throws org.sss.api.SssException NOT_FOUND if its connector is not installed
     */
    public static <K, V> FileOutput<K, V> records(String format, String directory, Codec<K> keys, Codec<V> values) {
        return output(directory, keys, values, RecordFormats.of(format));
    }

    private static <K, V> FileOutput<K, V> output(
            String directory, Codec<K> keys, Codec<V> values, RecordFormat format) {
        String absolute = FileStores.ofProcess().of(directory).absolute(directory);
        return new FileOutput<>(absolute, keys, values, format.id());
    }
}
