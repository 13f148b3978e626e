package org.sss.benchmarks.synthetic;

import org.sss.api.Bytes;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.benchmarks.synthetic.SyntheticConf.PartitionMethod;

/** The partition methods of the paper in SSS. Stateless. */
final class SssPartition {
    private SssPartition() {
    }

    /** Of the pairs of the map. */
    static Partitioner<Long, Bytes> ofMap(PartitionMethod method) {
        return switch (method) {
            case AVERAGE -> byKey();
            case LOCAL -> Partitioners.local();
            // Subgroup s belongs to node s mod nodes.
            case SHIFTED -> Partitioners.shifted(1);
            case HASH -> Partitioners.hash();
        };
    }

    /** Of the input: each task has as many pairs as any other, unless it is the hash that is looked at. */
    static Partitioner<Long, Bytes> ofInput(PartitionMethod method) {
        return method == PartitionMethod.HASH ? Partitioners.hash() : byKey();
    }

    /** Keys in turn: each is reduced in one place, unlike with pairs in turn. */
    private static Partitioner<Long, Bytes> byKey() {
        return (key, value, subgroups) -> (int) (key % subgroups);
    }
}
