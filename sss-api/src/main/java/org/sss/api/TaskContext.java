package org.sss.api;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Describes the task in which a function runs; passed to {@code setup} and valid until the end of the task. Any thread
 * may read names, numbers and parameters. All other methods are for the thread that runs the task only: a call from
 * another thread fails the task.
 */
public interface TaskContext {
    /** Returns the id of the workflow, such as {@code wf-12}. */
    String workflow();

    String job();

    /** Returns the number of the task: the subgroup that it reads; tasks of splits are numbered after all subgroups. */
    int task();

    /** Returns the number of the attempt, from 0; greater if the task failed before and is retried. */
    int attempt();

    /** Returns the iteration of the loop that contains the job, from 0; 0 outside of loops. */
    int iteration();

    /**
     * Returns the name of the group that a mapper or reducer reads; empty for a source, and in a co-group or join,
     * which reads several groups at once.
     */
    default Optional<String> inputGroup() {
        return Optional.empty();
    }

    /**
     * Returns the path of the file that the current tuple of a mapper comes from, as it was when the workflow was
     * submitted; empty for a group, for a source without files, and before the first tuple.
     */
    default Optional<String> inputFile() {
        return Optional.empty();
    }

    /** Returns the number of subgroups of each group. */
    int subgroupCount();

    /**
     * Returns the parameter of the job, or else of the workflow.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} if it is set for neither
     */
    String parameter(String name);

    String parameter(String name, String otherwise);

    /**
     * Returns a side group, see {@link JobOptions#with}.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the group was not declared as side group
     */
    <K, V> SideData<K, V> side(TupleGroup<K, V> group);

    /** Same as {@link Emitter#count}. */
    void count(String counter, long amount);

    /**
     * Returns a directory for this attempt. It is created empty at the first call and deleted with its content when the
     * attempt ends.
     *
     * @throws SssException {@link ErrorCode#STORAGE} if it cannot be created
     */
    Path temporaryDirectory();

    /**
     * Renames a file that the task has written to {@code target}, in the same file system, when the job succeeds; an
     * existing file is replaced. If the job fails, or another attempt of the task is committed, the file is deleted.
     */
    void publish(Path written, Path target);

    /**
     * Prepares a result outside SSS, and publishes it when the job succeeds. If the job fails, or another attempt of
     * the task is committed, it is discarded. Results are published one after another on the node of their task.
     *
     * @throws SssException {@link ErrorCode#STORAGE} if it cannot be prepared; {@link ErrorCode#INVALID_ARGUMENT} if
     *     the task has published the same target before
     */
    void publish(Publication result);

    /**
     * Returns whether this task has already published a file as {@code target}, for another input of its job that was
     * read before.
     */
    default boolean hasPublished(Path target) {
        return hasPublished(target.toAbsolutePath().normalize().toString());
    }

    /** Like the other method, for the {@link Publication#target} of any result. */
    boolean hasPublished(String target);

    /**
     * Returns whether files of this job may already be renamed, because a node was lost during the renaming and the job
     * was restarted. An existing file with the name of one that this task will {@link #publish} then belongs to the
     * job.
     */
    boolean mayHavePublished();

    /**
     * Closes {@code resource} when the attempt ends, whether it succeeds, fails or is cancelled; in reverse order,
     * before the temporary directory is deleted. An exception of {@code close()} is logged and has no other effect.
     */
    void closeAtEnd(AutoCloseable resource);

    /**
     * A result of a task outside SSS, such as a file or an object, that becomes visible with the job's commit:
     * {@link #publish(Publication)}. Used by one thread at a time; {@link #publish} and {@link #discard} are
     * called by threads of the node, after the task has ended.
     */
    interface Publication {
        /** Returns what becomes visible, such as the path of a file. Two results of a job must not have the same. */
        String target();

        /**
         * Makes the result complete and durable, but not visible. Called once, by the thread of the task.
         *
         * @throws IOException fails the attempt, which is retried
         */
        void prepare() throws IOException;

        /**
         * Makes the result visible. Idempotent.
         *
         * @throws IOException fails the job
         */
        void publish() throws IOException;

        /**
         * Deletes the result: the attempt does not count, or the job has failed, then also what {@link #publish} has
         * made visible. Idempotent.
         *
         * @throws IOException is logged
         */
        void discard() throws IOException;
    }
}
