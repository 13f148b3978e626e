package org.sss.parquet;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A column of a file or a part of one. Immutable.
 *
 * @param path   for messages, such as {@code a.b}
 * @param form   what it consists of
 * @param schema as the file has it
 * @param parts  fields of a struct; the element of a list; key and value of a map; none of a scalar
 */
record Column(String path, Form form, Type schema, List<Column> parts) {
    /** A repeated type without annotation, or one of two levels, is a list whose elements are never null. */
    enum Form {
        SCALAR,
        STRUCT,
        /** {@code group (LIST) { repeated group { element } }}. */
        LIST,
        /** {@code group (LIST) { repeated element }}. */
        LIST_OF_TWO_LEVELS,
        /** {@code repeated element}. */
        REPEATED,
        MAP,
        /** A group that is annotated with a type that has no counterpart, or a malformed list or map. */
        UNKNOWN
    }

    static Column of(String path, Type schema) {
        return schema.isRepetition(Repetition.REPEATED)
                ? new Column(path, Form.REPEATED, schema, List.of(element(path, schema)))
                : element(path, schema);
    }

    private static Column element(String path, Type schema) {
        if (schema.isPrimitive()) {
            return new Column(path, Form.SCALAR, schema, List.of());
        }
        GroupType group = schema.asGroupType();
        var logical = group.getLogicalTypeAnnotation();
        if (logical instanceof ListLogicalTypeAnnotation) {
            return list(path, group);
        }
        if (logical instanceof MapLogicalTypeAnnotation || logical instanceof MapKeyValueTypeAnnotation) {
            return map(path, group);
        }
        if (logical != null) {
            return new Column(path, Form.UNKNOWN, schema, List.of());
        }
        List<Column> fields = new ArrayList<>();
        group.getFields().forEach(field -> fields.add(of(path + "." + field.getName(), field)));
        return new Column(path, Form.STRUCT, schema, fields);
    }

    /** Distinguishes lists as the rules of the format say for files of old writers. */
    private static Column list(String path, GroupType list) {
        if (list.getFieldCount() != 1 || !list.getType(0).isRepetition(Repetition.REPEATED)) {
            return new Column(path, Form.UNKNOWN, list, List.of());
        }
        Type repeated = list.getType(0);
        boolean isElement = repeated.isPrimitive()
                || repeated.asGroupType().getFieldCount() != 1
                || repeated.asGroupType().getType(0).isRepetition(Repetition.REPEATED)
                || repeated.getName().equals("array")
                || repeated.getName().equals(list.getName() + "_tuple");
        String inner = path + ".element";
        return isElement
                ? new Column(path, Form.LIST_OF_TWO_LEVELS, list, List.of(element(inner, repeated)))
                : new Column(
                        path,
                        Form.LIST,
                        list,
                        List.of(of(inner, repeated.asGroupType().getType(0))));
    }

    private static Column map(String path, GroupType map) {
        boolean isMap = map.getFieldCount() == 1
                && map.getType(0).isRepetition(Repetition.REPEATED)
                && !map.getType(0).isPrimitive()
                && map.getType(0).asGroupType().getFieldCount() == 2;
        if (!isMap) {
            return new Column(path, Form.UNKNOWN, map, List.of());
        }
        GroupType entry = map.getType(0).asGroupType();
        return new Column(
                path,
                Form.MAP,
                map,
                List.of(of(path + ".key", entry.getType(0)), of(path + ".value", entry.getType(1))));
    }

    boolean isOptional() {
        return schema.isRepetition(Repetition.OPTIONAL);
    }

    Kind kind() {
        return Kind.of(schema.asPrimitiveType());
    }

    /**
     * Returns the type of a field that can have each value, {@code optional(...)} if some may be null.
     *
     * @param file for messages
     * @throws SssException INVALID_ARGUMENT if there is none
     */
    String fieldType(String file) {
        String type = type(file);
        return isOptional() ? "optional(" + type + ")" : type;
    }

    /** The same without {@code optional}. */
    String type(String file) {
        return switch (form) {
            case SCALAR -> {
                if (kind() == Kind.UNKNOWN) {
                    throw unknown(file);
                }
                yield kind().type;
            }
            case STRUCT -> record(parts, file);
            case LIST, LIST_OF_TWO_LEVELS, REPEATED -> "list(" + parts.get(0).elementType(file) + ")";
            case MAP -> "map(" + parts.get(0).type(file) + "," + parts.get(1).fieldType(file) + ")";
            case UNKNOWN -> throw unknown(file);
        };
    }

    private String elementType(String file) {
        return form == Form.REPEATED ? type(file) : fieldType(file);
    }

    /** Returns the type of a record of columns. */
    static String record(List<Column> columns, String file) {
        StringBuilder type = new StringBuilder("record(");
        for (Column column : columns) {
            String name = column.schema.getName();
            if (name.isEmpty() || !name.chars().allMatch(Character::isJavaIdentifierPart)) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "column '" + column.path + "' of " + file + " has a name that no field of a record can have;"
                                + " select others by a type such as record(a:int), or rename it");
            }
            type.append(type.length() > "record(".length() ? "," : "")
                    .append(name)
                    .append(':');
            type.append(column.fieldType(file));
        }
        return type.append(')').toString();
    }

    SssException unknown(String file) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "column '" + path + "' of " + file + " has the type " + typeName() + ", which is not read; select other"
                        + " columns by a type such as record(a:int), or convert it");
    }

    /** Returns the type as Parquet calls it, for messages. */
    String typeName() {
        String logical =
                schema.getLogicalTypeAnnotation() == null ? "" : " (" + schema.getLogicalTypeAnnotation() + ")";
        return (schema instanceof PrimitiveType primitive
                        ? primitive.getPrimitiveTypeName().toString()
                        : "group")
                + logical;
    }
}
