package org.sss.spark.sql;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sss.client.Group;

/** {@code COUNT(*)} of a group, which is known without reading it. Immutable. */
record CountScan(Group group) implements LocalScan {
    @Override
    public StructType readSchema() {
        return DataTypes.createStructType(
                new StructField[] {DataTypes.createStructField("count", DataTypes.LongType, false)});
    }

    @Override
    public InternalRow[] rows() {
        return new InternalRow[] {new GenericInternalRow(new Object[] {group.tuples()})};
    }

    @Override
    public String description() {
        return "count of " + group;
    }
}
