package org.sss.benchmarks.stores;

import java.io.Serializable;
import org.sss.benchmarks.data.Records;

/** Which records there are to be; each process makes them by itself. Immutable. */
record RecordsPlan(long seed, int count, int valueBytes, boolean text) implements Serializable {
    Records make() {
        return text ? Records.ofText(seed, count, valueBytes) : new Records(seed, count, valueBytes);
    }
}
