package org.sss.benchmarks.synthetic;

/**
 * One workload of a series. Immutable.
 *
 * @param series name of the line of points, such as {@code read}
 * @param axis   the parameter on the x axis
 * @param x      its value
 */
public record SyntheticPoint(String series, String axis, long x, SyntheticConf conf) {
}
