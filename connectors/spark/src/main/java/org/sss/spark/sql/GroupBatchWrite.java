package org.sss.spark.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.DistributedWrite;
import org.sss.client.WrittenAttempt;

/**
 * A write of a group: the driver opens and commits it, and tasks write the partitions with its ticket. One thread.
 *
 * <pre>
 *   createBatchWriterFactory: openWrite --ticket--&gt; RowWriter on executors --WrittenAttempt--&gt; commit, or abort
 * </pre>
 */
final class GroupBatchWrite implements BatchWrite {
    private final ClusterAddress address;
    private final WriteOptions options;
    private final boolean replaces;
    /** Null before the first task and after the end. */
    private ClientPool.Lease lease;

    private DistributedWrite<Object, Object> write;

    GroupBatchWrite(ClusterAddress address, WriteOptions options, boolean replaces) {
        this.address = address;
        this.options = options;
        this.replaces = replaces;
    }

    /** What a task reports. Immutable. */
    record Message(WrittenAttempt attempt) implements WriterCommitMessage {}

    /** With a coordinator, an attempt that failed while it was committed would keep its task from being repeated. */
    @Override
    public boolean useCommitCoordinator() {
        return false;
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
        TupleGroup<Object, Object> group = options.group();
        lease = ClientPool.take(address);
        try {
            write = lease.client().openWrite(replaces ? group.replacing() : group, info.numPartitions());
            return new RowWriter.Factory(address, options, write.ticket());
        } catch (RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
        if (write == null) {
            throw new SssException(ErrorCode.CLOSED, "the write of group '" + options.name() + "' was aborted");
        }
        List<WrittenAttempt> attempts = new ArrayList<>();
        for (WriterCommitMessage message : messages) {
            if (message instanceof Message written) {
                attempts.add(written.attempt());
            }
        }
        write.commit(attempts);
        end();
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        end();
    }

    private void end() {
        if (write != null) {
            write.close();
            write = null;
        }
        if (lease != null) {
            lease.close();
            lease = null;
        }
    }

    @Override
    public String toString() {
        return "write of group '" + options.name() + "'";
    }
}
