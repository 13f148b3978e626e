package org.sss.spark.sql;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;

/** A group of a cluster, or the name of one to be written, as a table. Each query reads its newest generation. */
final class GroupTable implements SupportsRead, SupportsWrite, StagedTable {
    /** Whether the name may be in use. */
    enum Use {
        /** It exists and is read or replaced. */
        EXISTING,
        /** It must not exist. */
        NEW,
        /** It may exist and is replaced. */
        REPLACED
    }

    private final ClusterAddress address;
    private final Map<String, String> options;
    private final String name;
    private final StructType schema;
    private final Use use;
    /** Null of a group to be written. */
    private final Group group;

    private GroupTable(
            ClusterAddress address, Map<String, String> options, String name, StructType schema, Use use, Group group) {
        this.address = address;
        this.options = options;
        this.name = name;
        this.schema = schema;
        this.use = use;
        this.group = group;
    }

    static GroupTable existing(ClusterAddress address, Map<String, String> options, Group group) {
        StructType schema = GroupColumns.of(group, TypeOptions.of(options)).schema();
        return new GroupTable(address, options, group.name(), schema, Use.EXISTING, group);
    }

    /** @param use NEW or REPLACED */
    static GroupTable toWrite(
            ClusterAddress address, Map<String, String> options, String name, StructType schema, Use use) {
        return new GroupTable(address, options, name, schema, use, null);
    }

    /** A group that is read, or written whether it exists or not. */
    static GroupTable ofSource(ClusterAddress address, Map<String, String> options, String name, StructType schema) {
        return new GroupTable(address, options, name, schema, Use.EXISTING, null);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    @SuppressWarnings("deprecation") // the replacement has no conversion from a StructType in Java
    public StructType schema() {
        return schema;
    }

    @Override
    public Set<TableCapability> capabilities() {
        Set<TableCapability> capabilities = EnumSet.of(
                TableCapability.BATCH_READ,
                TableCapability.BATCH_WRITE,
                TableCapability.TRUNCATE,
                // To be refused with the name of the group.
                TableCapability.MICRO_BATCH_READ,
                TableCapability.STREAMING_WRITE);
        if (group == null) {
            capabilities.add(TableCapability.ACCEPT_ANY_SCHEMA);
        }
        return capabilities;
    }

    @Override
    public GroupScanBuilder newScanBuilder(CaseInsensitiveStringMap unused) {
        Group newest = ClientPool.call(address, client -> client.group(name)).checkComplete();
        GroupColumns columns = GroupColumns.of(newest, TypeOptions.of(options));
        if (!columns.schema().equals(schema)) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "group '" + name + "' has the columns " + columns.schema().toDDL() + ", and the query needs "
                            + schema.toDDL() + "; the group was replaced, or a schema was given: make the query again, "
                            + "without a schema");
        }
        return new GroupScanBuilder(address, newest, columns);
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        Map<String, String> all = new HashMap<>(options);
        all.putAll(info.options().asCaseSensitiveMap());
        if (group != null) {
            all.putIfAbsent(WriteOptions.KEYS, group.keyType());
            all.putIfAbsent(WriteOptions.VALUES, group.valueType());
            all.putIfAbsent(WriteOptions.COMPRESSION, group.compression().name());
        }
        return new GroupWriteBuilder(address, WriteOptions.of(name, info.schema(), all), use);
    }

    /** The write has committed the group. */
    @Override
    public void commitStagedChanges() {}

    /** The write has dropped the group. */
    @Override
    public void abortStagedChanges() {}
}
