package org.sss.spark.sql;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.RecordView;
import org.sss.client.Group;
import org.sss.client.RawReader;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;

/** Reads the tuples of a partition as rows. One thread. */
final class SubgroupReader implements PartitionReader<InternalRow> {
    private static final int KEYS_AT_ONCE = 1000;

    private final Factory plan;
    private final ClientPool.Lease lease;
    private final Codec<?> keyCodec;
    private final Codec<?> valueCodec;
    private final boolean needsKey;
    private final boolean needsValue;
    private final Tuples tuples;
    private long tuplesRead;
    private long keysRead;
    private InternalRow row;

    /** Makes readers on executors. Immutable. */
    record Factory(ClusterAddress address, Group group, GroupColumns columns, int subgroupCount, long limit)
            implements PartitionReaderFactory {
        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            return new SubgroupReader(this, (SubgroupPartition) partition);
        }
    }

    /** A walk over encoded tuples. */
    private interface Tuples extends AutoCloseable {
        boolean next();

        Object decode(Codec<?> codec, boolean key);

        @Override
        void close();
    }

    private SubgroupReader(Factory plan, SubgroupPartition partition) {
        this.plan = plan;
        keyCodec = codec(plan.group.keyType());
        valueCodec = codec(plan.group.valueType());
        needsKey = plan.columns.all().stream().anyMatch(GroupColumns.Column::ofKey);
        needsValue = plan.columns.all().stream().anyMatch(column -> !column.ofKey());
        lease = ClientPool.take(plan.address);
        try {
            tuples = partition.keys() == null
                    ? new Scanned(lease.client(), partition)
                    : new LookedUp(lease.client(), partition.keys());
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
    }

    private static Codec<?> codec(String type) {
        return Codecs.byName(type);
    }

    @Override
    public boolean next() {
        if (tuplesRead >= plan.limit || !tuples.next()) {
            return false;
        }
        tuplesRead++;
        Object key = needsKey ? tuples.decode(keyCodec, true) : null;
        Object value = needsValue ? tuples.decode(valueCodec, false) : null;
        List<GroupColumns.Column> columns = plan.columns.all();
        Object[] fields = new Object[columns.size()];
        for (int i = 0; i < fields.length; i++) {
            GroupColumns.Column column = columns.get(i);
            Object whole = column.ofKey() ? key : value;
            Object field =
                    column.isWhole() ? whole : ((RecordView) whole).values().get(column.field());
            fields[i] = ToSpark.value(column.type(), field);
        }
        row = new GenericInternalRow(fields);
        return true;
    }

    @Override
    public InternalRow get() {
        return row;
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return ReadMetrics.values(tuplesRead, keysRead);
    }

    @Override
    public void close() {
        try {
            tuples.close();
        } finally {
            lease.close();
        }
    }

    private final class Scanned implements Tuples {
        private final RawTuples raw;

        Scanned(SssClient client, SubgroupPartition partition) {
            raw = client.raw(plan.group, partition.subgroup(), plan.subgroupCount, partition.from(), partition.to());
        }

        @Override
        public boolean next() {
            return raw.next();
        }

        @Override
        public Object decode(Codec<?> codec, boolean key) {
            return key
                    ? codec.decode(raw.keyArray(), raw.keyOffset(), raw.keyLength())
                    : codec.decode(raw.valueArray(), raw.valueOffset(), raw.valueLength());
        }

        @Override
        public void close() {
            raw.close();
        }
    }

    private final class LookedUp implements Tuples {
        private final RawReader reader;
        private final List<byte[]> keys;
        private Iterator<byte[]> values = List.<byte[]>of().iterator();
        private List<List<byte[]>> answers = List.of();
        private int answersFrom;
        /** Number of the current key. */
        private int at = -1;

        private byte[] value;

        LookedUp(SssClient client, List<byte[]> keys) {
            reader = client.rawReader(plan.group);
            this.keys = keys;
        }

        @Override
        public boolean next() {
            while (!values.hasNext()) {
                if (++at >= keys.size()) {
                    return false;
                }
                if (at == answersFrom + answers.size()) {
                    answersFrom = at;
                    answers = reader.getAll(keys.subList(at, Math.min(keys.size(), at + KEYS_AT_ONCE)));
                    keysRead += answers.size();
                }
                values = answers.get(at - answersFrom).iterator();
            }
            value = values.next();
            return true;
        }

        @Override
        public Object decode(Codec<?> codec, boolean key) {
            byte[] bytes = key ? keys.get(at) : value;
            return codec.decode(bytes, 0, bytes.length);
        }

        @Override
        public void close() {
            values = List.<byte[]>of().iterator();
        }
    }
}
