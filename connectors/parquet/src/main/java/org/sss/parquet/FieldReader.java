package org.sss.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;

/**
 * Reads a column as a field of a record: what of it is wanted, and how objects are made of it. Immutable.
 *
 * @param wanted the schema of the column, with the wanted fields only
 */
record FieldReader(Type wanted, Maker maker) {
    /** Names of columns in a message. */
    private static final int MAX_NAMES = 50;

    /** Makes the converter of a column, which passes each object that is not null on. */
    @FunctionalInterface
    interface Maker {
        Converter converter(Row row, Consumer<Object> to);
    }

    /**
     * Returns the reader of a column.
     *
     * @param type of the field, such as {@code list(int)}, not {@code optional(...)}
     * @param file for messages
     * @throws SssException TYPE_MISMATCH if the column has other values; NOT_FOUND for a missing field;
     *     INVALID_ARGUMENT for a column that cannot be read
     */
    static FieldReader of(Column column, String type, String file) {
        List<String> elements = RecordView.elementsOf(type);
        switch (column.form()) {
            case UNKNOWN -> throw column.unknown(file);
            case SCALAR -> {
                if (column.kind() == Kind.UNKNOWN) {
                    throw column.unknown(file);
                }
                if (column.kind().fits(type)) {
                    return new FieldReader(column.schema(), (row, to) -> new ScalarColumn(column, type, row, to));
                }
            }
            case STRUCT -> {
                if (Layout.isRecord(type)) {
                    return struct(column, RecordView.fieldsOf(type), file);
                }
            }
            case MAP -> {
                if (elements.size() == 2) {
                    return map(column, elements, file);
                }
            }
            case LIST, LIST_OF_TWO_LEVELS, REPEATED -> {
                if (type.startsWith("list(") || type.startsWith("set(")) {
                    return list(column, type.startsWith("set("), elements.get(0), file);
                }
            }
        }
        throw new SssException(
                ErrorCode.TYPE_MISMATCH,
                "column '" + column.path() + "' of " + file + " has the type " + column.typeName()
                        + ", which is read as " + column.type(file) + ", not as " + type);
    }

    /** The columns of several fields. */
    record Fields(List<Field> list) {
        /** @throws SssException NOT_FOUND for a missing column */
        static Fields of(List<Column> columns, Map<String, String> fields, String file) {
            List<Field> all = new ArrayList<>();
            fields.forEach((name, type) -> {
                Column column = columns.stream()
                        .filter(each -> each.schema().getName().equals(name))
                        .findFirst()
                        .orElseThrow(() -> missing(name, columns, file));
                all.add(Field.of(column, type, file));
            });
            return new Fields(all);
        }

        private static SssException missing(String name, List<Column> columns, String file) {
            return new SssException(ErrorCode.NOT_FOUND, file + " has no column '" + name + "', but " + names(columns));
        }

        private static String names(List<Column> columns) {
            String names = columns.stream()
                    .limit(MAX_NAMES)
                    .map(column -> column.schema().getName())
                    .collect(Collectors.joining(", "));
            return names + (columns.size() > MAX_NAMES ? " and " + (columns.size() - MAX_NAMES) + " more" : "");
        }

        List<Type> wanted() {
            return list.stream().map(field -> field.reader.wanted).toList();
        }
    }

    /**
     * A column as a field.
     *
     * @param type of the field, also {@code optional(...)}
     */
    record Field(Column column, String type, FieldReader reader) {
        static Field of(Column column, String type, String file) {
            String inner = isOptional(type) ? RecordView.elementsOf(type).get(0) : type;
            return new Field(column, type, FieldReader.of(column, inner, file));
        }

        private static boolean isOptional(String type) {
            return type.startsWith("optional(");
        }

        /** Returns the object of the field for a value that may be null. */
        Object object(Object value, Row row) {
            if (isOptional(type)) {
                return Optional.ofNullable(value);
            }
            if (value == null) {
                row.problem("column '" + column.path() + "' is null, but its field has the type " + type
                        + "; use optional(" + type + "), in a record Optional");
            }
            return value;
        }
    }

    private static FieldReader struct(Column column, Map<String, String> types, String file) {
        if (types.isEmpty()) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "column '" + column.path() + "' of " + file
                            + " is read as record(), which has no fields; name some");
        }
        Fields fields = Fields.of(column.parts(), types, file);
        List<String> names = List.copyOf(types.keySet());
        return new FieldReader(
                column.schema().asGroupType().withNewFields(fields.wanted()),
                (row, to) -> new Parts.Struct(fields, row, values -> to.accept(new RecordView(names, values))));
    }

    private static FieldReader list(Column column, boolean isSet, String elementType, String file) {
        Field element = Field.of(column.parts().get(0), elementType, file);
        Type inner = element.reader.wanted;
        if (column.form() == Column.Form.REPEATED) {
            // Each element is a value of the column; the field collects them, see Parts.Slot.
            return new FieldReader(inner, element.reader.maker);
        }
        GroupType list = column.schema().asGroupType();
        Type repeated = column.form() == Column.Form.LIST
                ? list.getType(0).asGroupType().withNewFields(inner)
                : inner;
        return new FieldReader(
                list.withNewFields(repeated),
                (row, to) -> new Parts.Elements(element, column.form() == Column.Form.LIST, isSet, row, to));
    }

    private static FieldReader map(Column column, List<String> types, String file) {
        Field key = Field.of(column.parts().get(0), types.get(0), file);
        Field value = Field.of(column.parts().get(1), types.get(1), file);
        GroupType map = column.schema().asGroupType();
        Type entry = map.getType(0).asGroupType().withNewFields(key.reader.wanted, value.reader.wanted);
        return new FieldReader(
                map.withNewFields(entry), (row, to) -> new Parts.Entries(new Fields(List.of(key, value)), row, to));
    }
}
