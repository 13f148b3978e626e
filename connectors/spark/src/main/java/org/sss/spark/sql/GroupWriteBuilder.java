package org.sss.spark.sql;

import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Decides whether a write may be: it makes a new group, or replaces one as a whole. One thread. */
final class GroupWriteBuilder implements SupportsTruncate {
    private final ClusterAddress address;
    private final WriteOptions options;
    private final GroupTable.Use use;
    private boolean truncates;

    GroupWriteBuilder(ClusterAddress address, WriteOptions options, GroupTable.Use use) {
        this.address = address;
        this.options = options;
        this.use = use;
    }

    @Override
    public WriteBuilder truncate() {
        truncates = true;
        return this;
    }

    private boolean exists() {
        try {
            return ClientPool.call(address, client -> client.group(options.name())) != null;
        } catch (SssException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    /** Spark asks for the batch after the decision, so that EXPLAIN of a refused write is refused, too. */
    @Override
    public Write build() {
        return new Write() {
            @Override
            public String description() {
                return "group '" + options.name() + "' (" + options.key().name() + ", "
                        + options.value().name() + ")";
            }

            @Override
            public BatchWrite toBatch() {
                boolean replaces = truncates || use == GroupTable.Use.REPLACED;
                if (!replaces && use == GroupTable.Use.EXISTING && exists()) {
                    throw Refusals.append(options.name());
                }
                return new GroupBatchWrite(address, options, replaces);
            }

            @Override
            public StreamingWrite toStreaming() {
                throw Refusals.streaming(options.name());
            }
        };
    }
}
