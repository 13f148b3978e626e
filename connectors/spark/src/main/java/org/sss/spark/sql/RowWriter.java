package org.sss.spark.sql;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.sss.client.AttemptWriter;
import org.sss.client.WriteTicket;

/** Writes the rows of one attempt of a task. One thread. */
final class RowWriter implements DataWriter<InternalRow> {
    private final WriteOptions options;
    private final ClientPool.Lease lease;
    private final AttemptWriter<Object, Object> writer;

    /** Makes writers on executors. Immutable. */
    record Factory(ClusterAddress address, WriteOptions options, WriteTicket<Object, Object> ticket)
            implements DataWriterFactory {
        @Override
        public DataWriter<InternalRow> createWriter(int partition, long task) {
            return new RowWriter(this, partition, task);
        }
    }

    private RowWriter(Factory plan, int partition, long task) {
        options = plan.options;
        lease = ClientPool.take(plan.address);
        try {
            writer = plan.ticket.writer(lease.client(), partition, task);
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
    }

    @Override
    public void write(InternalRow row) {
        writer.append(
                object(options.key(), row, options.keyAt(), GroupColumns.KEY),
                object(options.value(), row, options.valueAt(), GroupColumns.VALUE));
    }

    private static Object object(FieldType type, InternalRow row, int at, String what) {
        return ToSss.value(type, row.isNullAt(at) ? null : row.get(at, type.spark()), what);
    }

    @Override
    public WriterCommitMessage commit() {
        return new GroupBatchWrite.Message(writer.finish());
    }

    @Override
    public void abort() {
        close();
    }

    /** Idempotent. */
    @Override
    public void close() {
        writer.close();
        lease.close();
    }
}
