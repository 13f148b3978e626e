package org.sss.spark.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;
import org.sss.client.Group;
import org.sss.client.SssClient;

/** A read of one generation of a group: a task for each subgroup that can have wanted keys. One thread. */
final class GroupScan implements SupportsReportPartitioning, SupportsReportStatistics, Batch {
    private final ClusterAddress address;
    private final Group group;
    private final GroupColumns columns;
    private final KeyFilters filters;
    private final long limit;
    private final int subgroupCount;
    /** The same ones for all calls, as Spark compares their number with the reported one. */
    private final List<SubgroupPartition> partitions;

    GroupScan(ClusterAddress address, Group group, GroupColumns columns, KeyFilters filters, long limit) {
        this.address = address;
        this.group = group;
        this.columns = columns;
        this.filters = filters;
        this.limit = limit;
        try (ClientPool.Lease lease = ClientPool.take(address)) {
            subgroupCount = lease.client().cluster().subgroupCount();
            partitions = partitions(lease.client());
        }
    }

    private List<SubgroupPartition> partitions(SssClient client) {
        HostNames hosts = HostNames.of(client, group);
        List<byte[]> keys = filters.keys();
        List<SubgroupPartition> all = new ArrayList<>();
        if (keys == null) {
            for (int subgroup = 0; subgroup < subgroupCount; subgroup++) {
                all.add(SubgroupPartition.range(subgroup, filters.range(), hosts.of(subgroup)));
            }
        } else if (group.hashed()) {
            TreeMap<Integer, List<byte[]>> bySubgroup = new TreeMap<>();
            keys.forEach(key -> bySubgroup
                    .computeIfAbsent(SubgroupFunction.subgroupOf(key, subgroupCount), s -> new ArrayList<>())
                    .add(key));
            bySubgroup.forEach(
                    (subgroup, some) -> all.add(SubgroupPartition.lookUp(subgroup, some, hosts.of(subgroup))));
        } else if (!keys.isEmpty()) { // any subgroup may have any of them
            all.add(SubgroupPartition.lookUp(0, keys, new String[0]));
        }
        return all;
    }

    @Override
    public StructType readSchema() {
        return columns.schema();
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        return partitions.toArray(InputPartition[]::new);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new SubgroupReader.Factory(address, group, columns, subgroupCount, limit);
    }

    @Override
    public Partitioning outputPartitioning() {
        return group.hashed() && columns.isPlainKey(GroupColumns.KEY)
                ? new KeyGroupedPartitioning(
                        new Expression[] {Expressions.apply(SubgroupFunction.NAME, Expressions.column(GroupColumns.KEY))
                        },
                        partitions.size())
                : new UnknownPartitioning(partitions.size());
    }

    @Override
    public Statistics estimateStatistics() {
        return new Statistics() {
            @Override
            public OptionalLong sizeInBytes() {
                return OptionalLong.of(group.dataBytes());
            }

            @Override
            public OptionalLong numRows() {
                return OptionalLong.of(group.tuples());
            }
        };
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return ReadMetrics.all();
    }

    @Override
    public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
        throw Refusals.streaming(group.name());
    }

    @Override
    public String description() {
        return group + ", number " + group.id() + ", " + partitions.size() + " partitions, pushed: "
                + Arrays.stream(filters.pushed())
                        .map(Object::toString)
                        .sorted(Comparator.naturalOrder())
                        .toList()
                + (limit == Long.MAX_VALUE ? "" : ", limit " + limit);
    }
}
