package org.sss.benchmarks.engine;

import java.io.Serializable;
import java.util.Map;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.measure.UsageMonitor;

/**
 * One repetition of a workload in one system. Immutable.
 *
 * @param seconds from the call of the job until its output is there, in a running system
 * @param usage   of the whole process tree of the system, see {@link UsageMonitor}
 * @param digest  of the answer: equal for all systems. Where the workload says nothing else, that of the output
 *                lines in any order, see {@link LineDigest}
 * @param details further numbers by name, such as {@code map_seconds}; in the order in which they are to be shown
 */
public record Measurement(double seconds, Usage usage, String digest, Map<String, Double> details)
        implements Serializable {}
