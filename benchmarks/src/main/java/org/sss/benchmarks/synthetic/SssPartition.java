package org.sss.benchmarks.synthetic;

import org.sss.api.Bytes;
import org.sss.api.Partitioner;
import org.sss.benchmarks.synthetic.SyntheticConf.PartitionMethod;

/** The partition methods of the paper in SSS. Stateless. */
final class SssPartition {
    private SssPartition() {
    }

    /** Of the pairs of the map; null for the hash of the key. Each task has a copy of both, which belong together. */
    static Partitioner<Long, Bytes> ofMap(PartitionMethod method, SssMapper mapper) {
        return switch (method) {
            case AVERAGE -> byKey();
            // The input lies where its key says, so that the call tells the subgroup of the task.
            case LOCAL -> (key, value, subgroups) -> (int) (mapper.call() % subgroups);
            // Subgroup s belongs to node s mod nodes.
            case SHIFTED -> (key, value, subgroups) -> (int) ((mapper.call() + 1) % subgroups);
            case HASH -> null;
        };
    }

    /** Of the input: each task has as many pairs as any other, unless it is the hash that is looked at. */
    static Partitioner<Long, Bytes> ofInput(PartitionMethod method) {
        return method == PartitionMethod.HASH ? null : byKey();
    }

    private static Partitioner<Long, Bytes> byKey() {
        return (key, value, subgroups) -> (int) (key % subgroups);
    }
}
