package org.sss.server.node.slots;

/**
 * Tasks and their threads at one moment.
 *
 * @param threads   that run tasks, or wait for one
 * @param abandoned threads whose task was cancelled and does not end
 */
public record TaskCounts(int running, int waiting, int threads, int abandoned) {
    static final TaskCounts NONE = new TaskCounts(0, 0, 0, 0);

    TaskCounts plus(TaskCounts other) {
        return new TaskCounts(
                running + other.running, waiting + other.waiting, threads + other.threads, abandoned + other.abandoned);
    }
}
