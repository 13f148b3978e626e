package org.sss.spark.sql;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Cluster;
import org.sss.client.Group;
import org.sss.client.SssClient;

/**
 * The groups of a cluster as tables of a catalog of Spark, in no namespace: {@code spark.sql.catalog.sss =
 * org.sss.spark.sql.SssCatalog} and {@code spark.sql.catalog.sss.cluster = HOST:PORT} make {@code SELECT * FROM
 * sss.counts} possible. Spark makes it.
 *
 * <p>Further options, after the name of the catalog: {@code token}, the name of a file with the token that
 * {@code --files} has shipped; {@code flatten}, {@code truncate} and {@code decimal} for types. Errors are
 * {@link SssException}: of options INVALID_ARGUMENT, of the cluster those of {@link SssClient}.
 */
@SuppressWarnings("deprecation") // Spark 4.0 does not have the replacements
public final class SssCatalog implements StagingTableCatalog, FunctionCatalog {
    private String name;
    private Map<String, String> options;
    private ClusterAddress address;

    /** @throws SssException INVALID_ARGUMENT without an address, or if this Spark is too old */
    @Override
    public void initialize(String catalog, CaseInsensitiveStringMap given) {
        SparkVersion.check();
        name = catalog;
        options = new HashMap<>(given);
        address = ClusterAddress.of(options);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
        checkNamespace(namespace);
        return ClientPool.call(address, SssClient::groups).stream()
                .map(group -> Identifier.of(new String[0], group.name()))
                .toArray(Identifier[]::new);
    }

    private static void checkNamespace(String[] namespace) throws NoSuchNamespaceException {
        if (namespace.length > 0) {
            throw new NoSuchNamespaceException(namespace);
        }
    }

    @Override
    public Table loadTable(Identifier table) throws NoSuchTableException {
        return GroupTable.existing(address, options, group(table));
    }

    private Group group(Identifier table) throws NoSuchTableException {
        if (table.namespace().length > 0) {
            throw new NoSuchTableException(table);
        }
        try {
            return ClientPool.call(address, client -> client.group(table.name()));
        } catch (SssException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                throw new NoSuchTableException(table);
            }
            throw e;
        }
    }

    /** @throws SssException INVALID_ARGUMENT always: a group is written once, with its tuples */
    @Override
    public Table createTable(
            Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties) {
        throw Refusals.empty(table.name());
    }

    @Override
    public StagedTable stageCreate(
            Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties)
            throws TableAlreadyExistsException, NoSuchNamespaceException {
        if (tableExists(table)) {
            throw new TableAlreadyExistsException(table);
        }
        return staged(table, schema, partitions, properties, GroupTable.Use.NEW);
    }

    @Override
    public StagedTable stageReplace(
            Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties)
            throws NoSuchNamespaceException, NoSuchTableException {
        group(table);
        return staged(table, schema, partitions, properties, GroupTable.Use.REPLACED);
    }

    @Override
    public StagedTable stageCreateOrReplace(
            Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties)
            throws NoSuchNamespaceException {
        return staged(table, schema, partitions, properties, GroupTable.Use.REPLACED);
    }

    private StagedTable staged(
            Identifier table,
            StructType schema,
            Transform[] partitions,
            Map<String, String> properties,
            GroupTable.Use use)
            throws NoSuchNamespaceException {
        checkNamespace(table.namespace());
        if (partitions.length > 0) {
            throw Refusals.partitioning(table.name());
        }
        Map<String, String> all = new HashMap<>(options);
        all.putAll(properties);
        return GroupTable.toWrite(address, all, table.name(), schema, use);
    }

    /** @throws SssException INVALID_ARGUMENT always */
    @Override
    public Table alterTable(Identifier table, TableChange... changes) {
        throw Refusals.alteration(table.name());
    }

    @Override
    public boolean dropTable(Identifier table) {
        try {
            Group dropped = group(table);
            ClientPool.call(address, client -> {
                client.drop(dropped);
                return null;
            });
            return true;
        } catch (NoSuchTableException e) {
            return false;
        }
    }

    @Override
    public void renameTable(Identifier from, Identifier to) throws NoSuchTableException, TableAlreadyExistsException {
        group(from);
        if (to.namespace().length > 0 || tableExists(to)) {
            throw new TableAlreadyExistsException(to);
        }
        ClientPool.call(address, client -> {
            client.rename(from.name(), to.name());
            return null;
        });
    }

    @Override
    public Identifier[] listFunctions(String[] namespace) throws NoSuchNamespaceException {
        checkNamespace(namespace);
        return new Identifier[] {Identifier.of(new String[0], SubgroupFunction.NAME)};
    }

    @Override
    public UnboundFunction loadFunction(Identifier function) throws NoSuchFunctionException {
        if (function.namespace().length > 0 || !function.name().equals(SubgroupFunction.NAME)) {
            throw new NoSuchFunctionException(function);
        }
        Cluster cluster = ClientPool.call(address, SssClient::cluster);
        return new SubgroupFunction(cluster.id(), cluster.subgroupCount());
    }
}
