package org.sss.io;

import java.nio.file.Path;
import org.sss.api.Codec;
import org.sss.api.TupleGroup;

/**
 * Files as the output of a job: each task writes one, {@code part-00000} and so on by the number of the task, and the output
 * group of the job is the list of them: the path of each file with its number of tuples.
 *
 * <p>The files get their names when the job succeeds, all at once on each node; until then they are hidden ones, and when the
 * job fails they are deleted. A file is written by the node of its task: on several machines the directory is to be a shared
 * one, or each machine has the files of its own tasks in it.
 *
 * <pre>{@code
 * workflow.map(counts, files, Outputs.text("/data/out", counts));
 * workflow.reduce(words, files, Outputs.text("/data/out", counts).reducer((word, ones, out) -> ...));
 * }</pre>
 */
public final class Outputs {
    private Outputs() {
    }

    /**
     * Lines {@code key TAB value} in the form of {@link org.sss.api.TextForm}, as an export gives.
     *
     * @param directory is made when it is not there
     */
    public static <K, V> FileOutput<K, V> text(String directory, Codec<K> keys, Codec<V> values) {
        return output(directory, keys, values, LineFormat.TEXT);
    }

    /** The same with the types of a group. */
    public static <K, V> FileOutput<K, V> text(String directory, TupleGroup<K, V> types) {
        return text(directory, types.keys(), types.values());
    }

    /**
     * Comma-separated values: RFC 4180 in UTF-8, each file with a line of column names. The columns are {@code key} and
     * {@code value}, or the fields of those that are records.
     */
    public static <K, V> FileOutput<K, V> csv(String directory, Codec<K> keys, Codec<V> values) {
        return output(directory, keys, values, LineFormat.CSV);
    }

    /** The same with the types of a group. */
    public static <K, V> FileOutput<K, V> csv(String directory, TupleGroup<K, V> types) {
        return csv(directory, types.keys(), types.values());
    }

    /**
     * A JSON document on each line: {@code {"key":...,"value":...}}, or with {@link FileOutput#valuesOnly()} the value alone.
     * Records are objects; bytes that are no text are {@code {"base64":...}}.
     */
    public static <K, V> FileOutput<K, V> jsonLines(String directory, Codec<K> keys, Codec<V> values) {
        return output(directory, keys, values, LineFormat.JSON_LINES);
    }

    /** The same with the types of a group. */
    public static <K, V> FileOutput<K, V> jsonLines(String directory, TupleGroup<K, V> types) {
        return jsonLines(directory, types.keys(), types.values());
    }

    private static <K, V> FileOutput<K, V> output(String directory, Codec<K> keys, Codec<V> values, LineFormat format) {
        return new FileOutput<>(Path.of(directory).toAbsolutePath().normalize().toString(), keys, values, format);
    }
}
