package org.sss.spark.sql;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;
import org.sss.net.block.KeyRange;

/**
 * What one task reads: a range of keys of a subgroup, or look-ups. Immutable.
 *
 * @param keys  to look up, or null
 * @param from  the first key of the range, or null
 * @param to    the key after the last one, or null
 * @param hosts that have it, if they are known by name
 */
record SubgroupPartition(int subgroup, List<byte[]> keys, byte[] from, byte[] to, String[] hosts)
        implements HasPartitionKey {
    static SubgroupPartition range(int subgroup, KeyRange range, String[] hosts) {
        return new SubgroupPartition(subgroup, null, range.from(), range.to(), hosts);
    }

    static SubgroupPartition lookUp(int subgroup, List<byte[]> keys, String[] hosts) {
        return new SubgroupPartition(subgroup, keys, null, null, hosts);
    }

    @Override
    public InternalRow partitionKey() {
        return new GenericInternalRow(new Object[] {subgroup});
    }

    @Override
    public String[] preferredLocations() {
        return hosts.clone();
    }
}
