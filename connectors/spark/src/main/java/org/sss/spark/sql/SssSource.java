package org.sss.spark.sql;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;

/**
 * {@code format("sss")}: a group without a catalog. Options: {@code cluster} HOST:PORT, {@code group} its name (or the
 * argument of load), {@code token} the name of the file of the token, and those of {@link SssCatalog}. Spark makes it.
 */
public final class SssSource implements TableProvider, DataSourceRegister {
    private static final String GROUP = "group";
    private static final String PATH = "path";

    /** Made by Spark. @throws SssException INVALID_ARGUMENT if this Spark is too old */
    public SssSource() {
        SparkVersion.check();
    }

    @Override
    public String shortName() {
        return "sss";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return GroupColumns.of(group(options), TypeOptions.of(options)).schema();
    }

    private static Group group(Map<String, String> options) {
        return ClientPool.call(ClusterAddress.of(options), client -> client.group(name(options)));
    }

    private static String name(Map<String, String> options) {
        String name = options.getOrDefault(GROUP, options.get(PATH));
        if (name == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the name of the group is missing; set the option '" + GROUP + "', or use load(NAME)");
        }
        return name;
    }

    /** The schema is that of rows to be written, or the inferred one. */
    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(properties);
        if (partitioning.length > 0) {
            throw Refusals.partitioning(name(options));
        }
        return GroupTable.ofSource(ClusterAddress.of(options), options, name(options), schema);
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }
}
