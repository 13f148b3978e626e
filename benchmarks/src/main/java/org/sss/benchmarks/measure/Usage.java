package org.sss.benchmarks.measure;

/**
 * What one process used during a measurement. Immutable.
 *
 * @param cpuSeconds   of all its threads, and of children that ended
 * @param peakRssBytes the most memory that was resident at once
 */
public record Usage(double cpuSeconds, long peakRssBytes) {
}
