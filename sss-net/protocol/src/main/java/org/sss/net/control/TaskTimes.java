package org.sss.net.control;

/**
 * When a task ran that has succeeded, and where its time went.
 *
 * @param task        number of the task in its job
 * @param thread      number of the thread among those of its node, from 0
 * @param startMicros from the start of the job. By the clock of the coordinator: the message of its success arrived
 *     then, and its node has measured how long before it started; so no clocks of two machines are compared, and it is
 *     late by the way of the message
 */
public record TaskTimes(int task, int node, int thread, long startMicros, long tuplesIn, PhaseMicros micros) {
    /** Wall time of each phase, see {@link ThreadTimes}. */
    public record PhaseMicros(long open, long read, long run, long sort, long send, long free, long store) {
        public long sum() {
            return open + read + run + sort + send + free + store;
        }
    }

    /**
     * @param endMicros     when the message of its success arrived, from the start of the job
     * @param longestMicros how long it can have run at most
     * @param progress      of the task at its end
     */
    public static TaskTimes of(int task, long endMicros, long longestMicros, Progress progress) {
        ThreadTimes times = progress.times();
        PhaseMicros micros = new PhaseMicros(
                times.open().wallMicros(),
                times.input().read().wallMicros(),
                times.run().wallMicros(),
                times.output().sort().wallMicros(),
                times.output().send().wallMicros(),
                times.input().free().wallMicros(),
                times.output().store().wallMicros());
        long ran = Math.min(longestMicros, times.ranMicros());
        return new TaskTimes(task, times.node(), times.thread(), endMicros - ran, progress.tuplesIn(), micros);
    }
}
