package org.sss.spark.sql;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.sss.api.ByteSink;
import org.sss.api.Codecs;
import org.sss.net.block.KeyHash;

/**
 * {@code sss.subgroup(key)}: the number of the subgroup of a key in all groups of a cluster that are placed by the
 * hash. Spark compares it, so that two groups are joined subgroup by subgroup. Immutable.
 */
record SubgroupFunction(String clusterId, int subgroupCount) implements UnboundFunction {
    static final String NAME = "subgroup";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "subgroup(key): the number of the subgroup of a key of type STRING, BINARY, INT, BIGINT or DOUBLE";
    }

    @Override
    public BoundFunction bind(StructType inputs) {
        DataType type = inputs.length() == 1 ? inputs.fields()[0].dataType() : DataTypes.NullType;
        if (type instanceof StringType
                || type instanceof BinaryType
                || type.equals(DataTypes.IntegerType)
                || type.equals(DataTypes.LongType)
                || type.equals(DataTypes.DoubleType)) {
            return new OfKey(clusterId, subgroupCount, type);
        }
        throw new UnsupportedOperationException(description() + "; not of " + inputs.sql());
    }

    private record OfKey(String clusterId, int subgroupCount, DataType type)
            implements ScalarFunction<Integer>, Serializable {
        @Override
        public String name() {
            return NAME;
        }

        /** Equal subgroups of two clusters have nothing in common. */
        @Override
        public String canonicalName() {
            return "sss.subgroup(" + clusterId + ", " + subgroupCount + ")";
        }

        @Override
        public DataType[] inputTypes() {
            return new DataType[] {type};
        }

        @Override
        public DataType resultType() {
            return DataTypes.IntegerType;
        }

        @Override
        public Integer produceResult(InternalRow input) {
            return input.isNullAt(0) ? null : subgroupOf(encoded(input), subgroupCount);
        }

        private byte[] encoded(InternalRow input) {
            if (type instanceof StringType) {
                return input.getUTF8String(0).getBytes();
            } else if (type instanceof BinaryType) {
                return input.getBinary(0);
            }
            ByteSink out = new ByteSink(Long.BYTES);
            if (type.equals(DataTypes.IntegerType)) {
                Codecs.INT.encode(input.getInt(0), out);
            } else if (type.equals(DataTypes.LongType)) {
                Codecs.LONG.encode(input.getLong(0), out);
            } else {
                Codecs.DOUBLE.encode(input.getDouble(0), out);
            }
            return out.toByteArray();
        }
    }

    static int subgroupOf(byte[] key, int subgroupCount) {
        return KeyHash.subgroup(KeyHash.hash64(key, 0, key.length), subgroupCount);
    }
}
