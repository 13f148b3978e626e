package org.sss.benchmarks.measure;

import java.io.Serializable;

/**
 * What processes used during a measurement. Immutable.
 *
 * @param cpuSeconds   of all their threads, and of children that ended
 * @param peakRssBytes the most memory that was resident at once
 * @param wireBytes    that went over the loopback interface of the machine, with headers; what one process
 *                     hands to itself without a socket is not among them
 * @param compilerSeconds of {@code cpuSeconds}, of the compilers of Java
 */
public record Usage(double cpuSeconds, long peakRssBytes, long wireBytes, double compilerSeconds)
        implements Serializable {

    /** Of a program that compiles nothing. */
    public Usage(double cpuSeconds, long peakRssBytes, long wireBytes) {
        this(cpuSeconds, peakRssBytes, wireBytes, 0);
    }

    /** Of a program that has no sockets. */
    public Usage(double cpuSeconds, long peakRssBytes) {
        this(cpuSeconds, peakRssBytes, 0);
    }
}
