package org.sss.spark.sql;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;

/**
 * A group to be written, and where its keys and values are in the rows. Immutable.
 *
 * @param keyAt   number of the column
 * @param valueAt number of the column
 */
record WriteOptions(String name, int keyAt, int valueAt, FieldType key, FieldType value, Compression compression)
        implements Serializable {
    static final String KEYS = "keys";
    static final String VALUES = "values";
    static final String COMPRESSION = "compression";

    /** The type of decimals is replaced by that of the column. */
    private static final TypeOptions ALL_TYPES = new TypeOptions(false, false, DataTypes.createDecimalType(38, 18));

    /**
     * @param schema  of the rows
     * @param options with the types of SSS if they do not follow from those of Spark, and the compression
     * @throws SssException INVALID_ARGUMENT for columns other than key and value, types that SSS does not have, and
     *     options that it does not know
     */
    static WriteOptions of(String name, StructType schema, Map<String, String> options) {
        List<String> columns = Arrays.asList(schema.fieldNames());
        int keyAt = columns.indexOf(GroupColumns.KEY);
        int valueAt = columns.indexOf(GroupColumns.VALUE);
        if (columns.size() != 2 || keyAt < 0 || valueAt < 0) {
            throw Refusals.columns(name, schema.toDDL());
        }
        String compression = options.getOrDefault(COMPRESSION, Compression.NONE.name());
        return new WriteOptions(
                name,
                keyAt,
                valueAt,
                type(schema, keyAt, options.get(KEYS)),
                type(schema, valueAt, options.get(VALUES)),
                compression(compression));
    }

    private static FieldType type(StructType schema, int at, String chosen) {
        var column = schema.fields()[at];
        String own = TypeNames.ofColumn(column);
        if (chosen != null && !Codecs.isBuiltIn(chosen)) {
            throw invalid("the type '" + chosen + "' of the column '" + column.name() + "' is none of SSS");
        }
        FieldType type = FieldType.ofKeyOrValue(chosen == null ? own : chosen, ALL_TYPES);
        if (!SameShape.of(type.spark(), column.dataType())) {
            throw invalid("the column '" + column.name() + "' of type "
                    + column.dataType().sql() + " cannot be written as " + type.name() + ", which needs "
                    + type.spark().sql() + "; cast it");
        }
        return type.in(column.dataType());
    }

    private static Compression compression(String name) {
        try {
            return Compression.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the compression of a group is one of " + Arrays.toString(Compression.values()) + ", not '" + name
                            + "'",
                    e);
        }
    }

    private static SssException invalid(String message) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, message);
    }

    @SuppressWarnings("unchecked") // the objects that ToSss makes are those of the codec of this name
    TupleGroup<Object, Object> group() {
        return (TupleGroup<Object, Object>)
                (TupleGroup<?, ?>) TupleGroup.of(name, Codecs.byName(key.name()), Codecs.byName(value.name()))
                        .compressed(compression);
    }
}
