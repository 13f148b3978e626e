package org.sss.server.coordinator.execution.job;

import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Threads and time. Thread-safe.
 *
 * @param executor for work that may block, with as many threads as there is work
 * @param timer    for work that does not block
 * @param times    of jobs and commits
 */
public record Scheduling(Executor executor, ScheduledExecutorService timer, Clock clock, RunTimes times) {
    public Scheduling(Executor executor, ScheduledExecutorService timer, Clock clock) {
        this(executor, timer, clock, new RunTimes());
    }
}
