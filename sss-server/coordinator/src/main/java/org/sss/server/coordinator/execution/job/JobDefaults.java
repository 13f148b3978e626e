package org.sss.server.coordinator.execution.job;

/**
 * Settings of the coordinator for jobs.
 *
 * @param shuffles for jobs that do not set a method
 */
public record JobDefaults(RetryPolicy retry, ShuffleDefaults shuffles) {}
