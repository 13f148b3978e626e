package org.sss.spark.sql;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;

/**
 * The columns that show the tuples of a group: {@code key} and {@code value}, or the fields of their records.
 * Immutable.
 */
record GroupColumns(FieldType key, FieldType value, List<Column> all) implements Serializable {
    static final String KEY = "key";
    static final String VALUE = "value";
    private static final int WHOLE = -1;

    /**
     * A column.
     *
     * @param ofKey whether it shows the key, or the value
     * @param field number of the field of the record; -1 for the whole
     */
    record Column(String name, boolean ofKey, int field, FieldType type) implements Serializable {
        boolean isWhole() {
            return field == WHOLE;
        }
    }

    /** @throws SssException INVALID_ARGUMENT for a type that Spark cannot show, or two columns of one name */
    static GroupColumns of(Group group, TypeOptions options) {
        try {
            FieldType key = FieldType.ofKeyOrValue(group.keyType(), options);
            FieldType value = FieldType.ofKeyOrValue(group.valueType(), options);
            List<Column> all = new ArrayList<>(columns(KEY, true, key));
            all.addAll(columns(VALUE, false, value));
            checkNames(all);
            return new GroupColumns(key, value, List.copyOf(all));
        } catch (SssException e) {
            throw new SssException(
                    e.code(),
                    "group '" + group.name() + "' (" + group.keyType() + ", " + group.valueType()
                            + ") cannot be shown as a table: " + e.getMessage(),
                    e);
        }
    }

    private static List<Column> columns(String name, boolean ofKey, FieldType type) {
        if (!type.options().flatten() || type.kind() != FieldType.Kind.RECORD) {
            return List.of(new Column(name, ofKey, WHOLE, type));
        }
        List<Column> fields = new ArrayList<>();
        for (int i = 0; i < type.of().size(); i++) {
            fields.add(new Column(type.names().get(i), ofKey, i, type.of().get(i)));
        }
        return fields;
    }

    private static void checkNames(List<Column> all) {
        List<String> names = all.stream().map(Column::name).toList();
        names.stream()
                .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new SssException(
                            ErrorCode.INVALID_ARGUMENT,
                            "two of its columns are named '" + name + "'; set the option 'flatten' to false");
                });
    }

    StructType schema() {
        return DataTypes.createStructType(
                all.stream().map(column -> column.type().field(column.name())).toArray(StructField[]::new));
    }

    /** Returns the columns that a query needs, in its order. */
    GroupColumns only(StructType required) {
        return new GroupColumns(
                key,
                value,
                Arrays.stream(required.fieldNames()).map(this::column).toList());
    }

    private Column column(String name) {
        return all.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SssException(ErrorCode.INTERNAL, "there is no column '" + name + "'"));
    }

    /** Returns whether this column is the key, of a type with one encoding for each value of Spark. */
    boolean isPlainKey(String column) {
        return all.stream().anyMatch(c -> c.name().equals(column) && c.ofKey() && c.isWhole())
                && switch (key.kind()) {
                    case STRING, BYTES, INT, LONG, DOUBLE -> true;
                    default -> false;
                };
    }
}
