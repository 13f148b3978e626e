package org.sss.spark.sql;

import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.sss.client.Group;

/** Collects what a query needs of a group, of one generation of it. One thread. */
final class GroupScanBuilder
        implements SupportsPushDownFilters,
                SupportsPushDownRequiredColumns,
                SupportsPushDownAggregates,
                SupportsPushDownLimit {
    private final ClusterAddress address;
    private final Group group;
    private final KeyFilters filters;
    private GroupColumns columns;
    private long limit = Long.MAX_VALUE;
    private boolean countOnly;

    /** @param group as it is when the query is planned */
    GroupScanBuilder(ClusterAddress address, Group group, GroupColumns columns) {
        this.address = address;
        this.group = group;
        this.columns = columns;
        filters = new KeyFilters(columns);
    }

    @Override
    public Filter[] pushFilters(Filter[] wanted) {
        return filters.push(wanted);
    }

    @Override
    public Filter[] pushedFilters() {
        return filters.pushed();
    }

    @Override
    public void pruneColumns(StructType required) {
        columns = columns.only(required);
    }

    /** Each reader ends there; Spark takes as many of all. */
    @Override
    public boolean pushLimit(int tuples) {
        limit = tuples;
        return true;
    }

    @Override
    public boolean isPartiallyPushed() {
        return true;
    }

    @Override
    public boolean supportCompletePushDown(Aggregation aggregation) {
        return isCount(aggregation);
    }

    @Override
    public boolean pushAggregation(Aggregation aggregation) {
        countOnly = isCount(aggregation);
        return countOnly;
    }

    /** Without a selection of keys: the catalog of the cluster knows the number of all tuples. */
    private boolean isCount(Aggregation aggregation) {
        AggregateFunc[] functions = aggregation.aggregateExpressions();
        return aggregation.groupByExpressions().length == 0
                && functions.length == 1
                && functions[0] instanceof CountStar
                && filters.range().isAll()
                && filters.keys() == null;
    }

    @Override
    public Scan build() {
        return countOnly ? new CountScan(group) : new GroupScan(address, group, columns, filters, limit);
    }
}
