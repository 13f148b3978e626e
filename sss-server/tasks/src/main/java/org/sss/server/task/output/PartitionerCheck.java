package org.sss.server.task.output;

import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * Checks at the first tuples of a task that a partitioner of the user's returns the same for another object with the
 * same bytes: it must depend on the content of key and value. For the task's thread.
 */
public final class PartitionerCheck<K, V> {
    /** The remedy, for all errors of this kind. */
    public static final String REMEDY =
            "let it depend on the content of key and value only: hashCode() of an enum, an array, or an object without "
                    + "a"
                    + " hashCode() of its own differs from process to process, so take ordinal() or name(), "
                    + "Arrays.hashCode(array), or a field; a partitioner with"
                    + " state or random numbers overrides forTask, or use Partitioners.roundRobin()";
    /** With two subgroups, half of the wrong answers are the same by chance. */
    private static final int TUPLES = 32;

    private final Partitioner<K, V> partitioner;
    private final Codec<K> keys;
    private final TaskState state;
    private int left = TUPLES;

    /** @param keys codec of the keys */
    public PartitionerCheck(Partitioner<K, V> partitioner, Codec<K> keys, TaskState state) {
        this.partitioner = partitioner;
        this.keys = keys.forTask();
        this.state = state;
    }

    /**
     * Checks a tuple; returns whether the next one is checked, too.
     *
     * @param subgroup what the partitioner has returned
     * @throws SssException for another answer; the task then fails even if the exception is caught
     */
    public boolean check(K key, V value, byte[] bytes, int offset, int length, int subgroup, int subgroupCount) {
        int again = partitioner.subgroup(keys.decode(bytes, offset, length), value, subgroupCount);
        if (again != subgroup) {
            throw state.fail(new SssException(
                    ErrorCode.USER_CODE,
                    "the partitioner " + Partitioners.describe(partitioner) + " returned " + subgroup + " for the key "
                            + TaskErrors.render(key) + ", and " + again + " for an equal one; " + REMEDY));
        }
        return --left > 0;
    }
}
