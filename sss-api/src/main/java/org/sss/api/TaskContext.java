package org.sss.api;

import java.nio.file.Path;

/**
 * What a function may know of the task that it runs in; given to {@code setup} and valid until the end of the task. Belongs to the thread
 * that runs the task: names, numbers and parameters may be read by any thread, all other calls of another one fail the task.
 */
public interface TaskContext {
    /** Id of the workflow, such as {@code wf-12}. */
    String workflow();

    String job();

    /** Number of the task: the subgroup that it reads; tasks of splits have the numbers that follow. */
    int task();

    /** From 0; greater when the task failed before and is tried again. */
    int attempt();

    /** Of the loop that the job is in, from 0; 0 outside of loops. */
    int iteration();

    /** Number of subgroups of each group. */
    int subgroupCount();

    /**
     * Set for the job or else for the workflow.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} when it was set for neither
     */
    String parameter(String name);

    String parameter(String name, String otherwise);

    /**
     * A group to look into, see {@link JobOptions#with}.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a group that was not declared so
     */
    <K, V> SideData<K, V> side(TupleGroup<K, V> group);

    /** As {@link Emitter#count}. */
    void count(String counter, long amount);

    /**
     * An empty directory of this attempt, made at the first call and deleted with all that is in it when the attempt ends.
     *
     * @throws SssException {@link ErrorCode#STORAGE} when it cannot be made
     */
    Path temporaryDirectory();

    /**
     * Gives a file that the task has written its name, {@code target} in the same file system, when the job succeeds; a file
     * that is there is replaced. When the job fails, or another attempt of the task counts, the file is deleted.
     */
    void publish(Path written, Path target);

    /** Whether this task has published a file as {@code target} already, for another input of its job that was read before. */
    boolean hasPublished(Path target);

    /**
     * Whether files of this job may have their names already, because a node was lost while they were given them, and the job begins
     * anew. A file that is there under the name of one that this task will {@link #publish} is then one of the job's own.
     */
    boolean mayHavePublished();

    /**
     * Closes {@code resource} when the attempt ends, whether it succeeds, fails or is cancelled; the last one first, before the
     * temporary directory is deleted. What {@code close()} throws is logged and changes nothing.
     */
    void closeAtEnd(AutoCloseable resource);
}
