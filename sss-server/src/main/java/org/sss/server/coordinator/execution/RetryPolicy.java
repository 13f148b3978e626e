package org.sss.server.coordinator.execution;

import java.time.Duration;

/**
 * What is done about failures that the user's code and data have no part in. Immutable.
 *
 * @param attempts     of each task, and of each job whose nodes were lost and came back
 * @param nodePatience to wait for a lost node before its job fails
 */
public record RetryPolicy(int attempts, Duration nodePatience) {
    public static final RetryPolicy DEFAULTS = new RetryPolicy(3, Duration.ofSeconds(15));
}
