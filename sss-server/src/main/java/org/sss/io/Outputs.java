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
        String absolute = Path.of(directory).toAbsolutePath().normalize().toString();
        return new FileOutput<>(absolute, keys, values, FileKind.PLAIN, false, false);
    }

    /** The same with the types of a group. */
    public static <K, V> FileOutput<K, V> text(String directory, TupleGroup<K, V> types) {
        return text(directory, types.keys(), types.values());
    }
}
