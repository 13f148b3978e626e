package org.sss.api;

import java.io.IOException;

/**
 * A result of a task outside SSS, such as a file or an object, that becomes visible with the job's commit:
 * {@link TaskContext#publish(Publication)}. Used by one thread at a time; {@link #publish} and {@link #discard} are
 * called by threads of the node, after the task has ended.
 */
public interface Publication {
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
     * Deletes the result: the attempt does not count, or the job has failed, then also what {@link #publish} has made
     * visible. Idempotent.
     *
     * @throws IOException is logged
     */
    void discard() throws IOException;
}
