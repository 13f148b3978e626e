package org.sss.spark.sql;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The types of SSS in which columns of Spark are written. Stateless. */
final class TypeNames {
    /** By the name of the type in Spark. */
    private static final Map<String, String> SCALARS = Map.of(
            "binary", "bytes",
            "integer", "int",
            "long", "long",
            "double", "double",
            "boolean", "boolean",
            "float", "float",
            "short", "short",
            "byte", "byte",
            "timestamp", "instant",
            "date", "date");

    private TypeNames() {}

    /**
     * Returns the type of a column of keys or values.
     *
     * @throws SssException INVALID_ARGUMENT if SSS has none
     */
    static String ofColumn(StructField column) {
        String name = of(column.dataType(), column.name());
        if (!Codecs.isBuiltIn(name)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the column '" + column.name() + "' of type "
                            + column.dataType().sql()
                            + " cannot be the key or value of a group, which are strings, bytes, int, long, double and "
                            + "records; make it a field of a record, as in struct(" + column.name() + "), with fields "
                            + "that are named by letters and digits");
        }
        return name;
    }

    private static String of(DataType type, String what) {
        if (type instanceof StructType structure) {
            return Arrays.stream(structure.fields())
                    .map(field -> field.name() + ":"
                            + optional(field.dataType(), field.nullable(), what + "." + field.name()))
                    .collect(Collectors.joining(",", "record(", ")"));
        }
        if (type instanceof ArrayType array) {
            return "list(" + optional(array.elementType(), array.containsNull(), what) + ")";
        }
        if (type instanceof MapType map) {
            return "map(" + of(map.keyType(), what) + "," + optional(map.valueType(), map.valueContainsNull(), what)
                    + ")";
        }
        return scalar(type, what);
    }

    private static String optional(DataType type, boolean nullable, String what) {
        String name = of(type, what);
        return nullable ? "optional(" + name + ")" : name;
    }

    private static String scalar(DataType type, String what) {
        if (type instanceof StringType || type instanceof DecimalType) {
            return type instanceof StringType ? "string" : "decimal";
        }
        String name = SCALARS.get(type.typeName());
        if (name == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "SSS has no type for the column '" + what + "' of type " + type.sql()
                            + "; cast it, as to a string or a timestamp");
        }
        return name;
    }
}
