package org.sss.benchmarks.stores;

import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Usage;

/**
 * What a system says of one walk over all records. Immutable.
 *
 * @param nanos    from the first record until all are written durably, or read
 * @param tuples   how many there were
 * @param checksum sum of the checksums of all that were read; not used for writing
 * @param latency  of one call that writes a record, or of reading 1,000 records
 * @param usage    of the process that did it, or null when that was this one
 */
public record Pass(long nanos, long tuples, long checksum, Latency latency, Usage usage) {
    public Pass(long nanos, long tuples, long checksum, Latency latency) {
        this(nanos, tuples, checksum, latency, null);
    }
}
