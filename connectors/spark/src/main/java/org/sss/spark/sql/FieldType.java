package org.sss.spark.sql;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;

/**
 * A type of SSS and the type of Spark that shows it. Immutable.
 *
 * @param name    in SSS
 * @param spark   in Spark
 * @param names   of the fields of a record
 * @param of      types of fields or elements
 * @param options of the conversion
 */
record FieldType(Kind kind, String name, DataType spark, List<String> names, List<FieldType> of, TypeOptions options)
        implements Serializable {
    /** Names of types that have others in them start with these words. */
    enum Kind {
        STRING,
        BYTES,
        INT,
        LONG,
        DOUBLE,
        BOOLEAN,
        FLOAT,
        SHORT,
        BYTE,
        CHAR,
        UUID,
        INSTANT,
        DATE,
        DECIMAL,
        RECORD,
        LIST,
        SET,
        MAP,
        OPTIONAL
    }

    /**
     * Returns the type of keys or values. One that is not built in is shown as the bytes of its encoding.
     *
     * @throws SssException INVALID_ARGUMENT for a type that Spark cannot show
     */
    static FieldType ofKeyOrValue(String name, TypeOptions options) {
        return of(Codecs.isBuiltIn(name) ? name : Codecs.BYTES.name(), options);
    }

    private static FieldType of(String name, TypeOptions options) {
        int end = name.indexOf('(');
        Kind kind = Kind.valueOf((end < 0 ? name : name.substring(0, end)).toUpperCase(Locale.ROOT));
        List<String> names = new ArrayList<>();
        List<FieldType> of = new ArrayList<>();
        if (kind == Kind.RECORD) {
            for (Map.Entry<String, String> field : RecordView.fieldsOf(name).entrySet()) {
                names.add(field.getKey());
                of.add(of(field.getValue(), options));
            }
        } else {
            RecordView.elementsOf(name).forEach(element -> of.add(of(element, options)));
        }
        return new FieldType(
                kind, name, spark(kind, name, names, of, options), List.copyOf(names), List.copyOf(of), options);
    }

    private static DataType spark(Kind kind, String name, List<String> names, List<FieldType> of, TypeOptions options) {
        return switch (kind) {
            case STRING, CHAR, UUID -> DataTypes.StringType;
            case BYTES -> DataTypes.BinaryType;
            case INT -> DataTypes.IntegerType;
            case LONG -> DataTypes.LongType;
            case DOUBLE -> DataTypes.DoubleType;
            case BOOLEAN -> DataTypes.BooleanType;
            case FLOAT -> DataTypes.FloatType;
            case SHORT -> DataTypes.ShortType;
            case BYTE -> DataTypes.ByteType;
            case INSTANT -> DataTypes.TimestampType;
            case DATE -> DataTypes.DateType;
            case DECIMAL -> decimal(options);
            case RECORD -> structure(names, of);
            case LIST, SET ->
                DataTypes.createArrayType(of.get(0).spark, of.get(0).nullable());
            case MAP -> map(name, of);
            case OPTIONAL -> optional(name, of.get(0));
        };
    }

    private static DataType decimal(TypeOptions options) {
        if (options.decimal() == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a decimal of SSS has any number of digits, and one of Spark has not; set the option 'decimal' to "
                            + "precision and scale, such as 38,18");
        }
        return options.decimal();
    }

    private static DataType structure(List<String> names, List<FieldType> of) {
        List<StructField> fields = new ArrayList<>();
        for (int i = 0; i < of.size(); i++) {
            fields.add(of.get(i).field(names.get(i)));
        }
        return DataTypes.createStructType(fields);
    }

    private static DataType map(String name, List<FieldType> of) {
        if (of.get(0).nullable()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "Spark has no keys of maps that are null, as " + name);
        }
        return DataTypes.createMapType(
                of.get(0).spark, of.get(1).spark, of.get(1).nullable());
    }

    private static DataType optional(String name, FieldType element) {
        if (element.nullable()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Spark has no two kinds of null, as " + name + " has; read it as bytes");
        }
        return element.spark;
    }

    /** Returns this type for rows of a type of the {@linkplain SameShape same shape}: decimals differ in rows. */
    FieldType in(DataType actual) {
        List<FieldType> parts = new ArrayList<>();
        for (int i = 0; i < of.size(); i++) {
            parts.add(of.get(i).in(part(actual, i)));
        }
        return new FieldType(kind, name, actual, names, List.copyOf(parts), options);
    }

    private DataType part(DataType actual, int number) {
        return switch (kind) {
            case RECORD -> ((StructType) actual).fields()[number].dataType();
            case MAP -> number == 0 ? ((MapType) actual).keyType() : ((MapType) actual).valueType();
            case LIST, SET -> ((ArrayType) actual).elementType();
            default -> actual;
        };
    }

    boolean nullable() {
        return kind == Kind.OPTIONAL;
    }

    StructField field(String fieldName) {
        return DataTypes.createStructField(fieldName, spark, nullable());
    }
}
