package org.sss.spark.sql;

import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/** Whether two types have the same objects, whatever their fields are named and may be null. Stateless. */
final class SameShape {
    private SameShape() {}

    static boolean of(DataType one, DataType other) {
        if (one instanceof StructType fields && other instanceof StructType others) {
            boolean same = fields.length() == others.length();
            for (int i = 0; same && i < fields.length(); i++) {
                same = of(fields.fields()[i].dataType(), others.fields()[i].dataType());
            }
            return same;
        } else if (one instanceof ArrayType array && other instanceof ArrayType others) {
            return of(array.elementType(), others.elementType());
        } else if (one instanceof MapType map && other instanceof MapType others) {
            return of(map.keyType(), others.keyType()) && of(map.valueType(), others.valueType());
        }
        return one instanceof DecimalType && other instanceof DecimalType
                || one instanceof StringType && other instanceof StringType
                || one.equals(other);
    }
}
