package org.sss.server.coordinator.execution.job;

import java.time.Duration;

/**
 * Retries after failures that user code and data did not cause. Immutable.
 *
 * @param attempts     of each task, and of each job whose nodes were lost and came back
 * @param nodePatience how long to wait for a lost node before the job fails
 * @param loopCheckpoint time between two checkpoints of a loop whose groups have copies; zero for none
 */
public record RetryPolicy(int attempts, Duration nodePatience, Duration loopCheckpoint) {
    public static final RetryPolicy DEFAULTS = new RetryPolicy(3, Duration.ofSeconds(15), Duration.ofMinutes(1));
}
