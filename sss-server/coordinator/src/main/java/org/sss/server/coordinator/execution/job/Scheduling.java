package org.sss.server.coordinator.execution.job;

import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Threads and time.
 *
 * @param executor for work that may block, with as many threads as there is work
 * @param timer    for work that does not block
 */
public record Scheduling(Executor executor, ScheduledExecutorService timer, Clock clock) {}
