package org.sss.benchmarks.micro;

import org.sss.benchmarks.workload.Records;

/** Which records there are to be; each process makes them by itself. Immutable. */
record RecordsPlan(long seed, int count, int valueBytes, boolean text) {
    Records make() {
        return text ? Records.ofText(seed, count, valueBytes) : new Records(seed, count, valueBytes);
    }
}
