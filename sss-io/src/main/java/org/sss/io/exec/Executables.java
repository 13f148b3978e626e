package org.sss.io.exec;

import java.util.List;
import org.sss.api.Codecs;

/**
 * Any executable as mapper or reducer: one process for each task that has tuples. It reads tuples from its standard
 * input and writes tuples to its standard output.
 *
 * <pre>{@code
 * workflow.map(lines, words, Executables.mapper("python3", "map.py").ship(Path.of("map.py"))
 *         .from(Codecs.LONG, Codecs.STRING).to(Codecs.STRING, Codecs.LONG));
 * }</pre>
 *
 * <p>A tuple is a line {@code key TAB value}. Strings and bytes are unchanged, numbers are decimal, records in the form
 * of {@link org.sss.api.TextForm}. A line of output is split at its first tab, and one without a tab is a key with an
 * empty value. A key with a tab or newline, or a value with a newline, is an error; two other formats support them:
 * {@linkplain ExecutableMapper#escaped() escaped}, in which tab, newline, carriage return and backslash within a key or
 * value are {@code \t \n \r \\}, and {@linkplain ExecutableMapper#binary() binary}, in which a tuple is the length of
 * the key in four bytes (big-endian), the encoded key, the length of the value in four bytes, and the encoded value.
 *
 * <p>The process runs in its own directory, which contains only the shipped files. Exit code 0 is success, even if the
 * process has not read all of its input: the rest is then discarded. Any other exit code fails the job, with the end of
 * its standard error in the message. Lines {@code reporter:counter:GROUP,NAME,AMOUNT} there add to the counter
 * {@code GROUP.NAME}, and lines {@code reporter:status:TEXT} report progress. A process that runs when its task ends is
 * killed with all its descendants, even if the node is killed (on Linux, by means of /proc).
 */
public final class Executables {
    private Executables() {}

    /** Returns a mapper with string keys and values; change the types with {@code from} and {@code to}. */
    public static ExecutableMapper<String, String, String, String> mapper(String... command) {
        return new ExecutableMapper<>(
                ProcessCommand.of(List.of(command)),
                List.of(),
                Codecs.STRING,
                Codecs.STRING,
                Codecs.STRING,
                Codecs.STRING);
    }

    /**
     * Returns a reducer with string keys and values; change the types with {@code from} and {@code to}. The process
     * gets each value of a key as a separate tuple, all tuples of a key in sequence, keys in ascending order of their
     * bytes.
     */
    public static ExecutableReducer<String, String, String, String> reducer(String... command) {
        return new ExecutableReducer<>(
                ProcessCommand.of(List.of(command)), Codecs.STRING, Codecs.STRING, Codecs.STRING, Codecs.STRING);
    }
}
