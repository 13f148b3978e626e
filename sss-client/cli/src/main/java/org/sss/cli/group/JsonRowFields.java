package org.sss.cli.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.io.JsonView;

/** Reads fields of JSON documents. Immutable. */
record JsonRowFields(NullRule nulls) implements RowFields<JsonView> {
    @Override
    public Object field(JsonView row, String name, String type) {
        if (type.startsWith("optional(") && row.get(name).isNull()) {
            return Optional.empty();
        }
        return row.get(name).isNull() ? nulls.value(name, type) : switch (type) {
            case "string" -> row.text(name);
            case "bytes" -> Bytes.of(row.bytes(name));
            case "int" -> RowFields.toInt(name, row.getLong(name));
            case "long" -> row.getLong(name);
            case "double" -> row.getDouble(name);
            case "boolean" -> row.getBoolean(name);
            default -> further(row.get(name), name, type);
        };
    }

    private Object further(JsonView value, String name, String type) {
        if (type.startsWith("record(")) {
            return RowFields.view(value, RecordView.fieldsOf(type), this);
        }
        List<String> elements = RecordView.elementsOf(type);
        if (type.startsWith("optional(")) {
            return value.isNull() ? Optional.empty() : Optional.of(element(value, name, elements.get(0)));
        }
        if (type.startsWith("map(")) {
            return map(checked(value, name, "{", "object"), name, elements);
        }
        if (!elements.isEmpty()) {
            List<JsonView> all = checked(value, name, "[", "array").elements();
            Collection<Object> several = type.startsWith("set(") ? new LinkedHashSet<>() : new ArrayList<>();
            all.forEach(one -> several.add(element(one, name, elements.get(0))));
            return several;
        }
        return RowFields.named("field", name, () -> RecordView.fieldOf(type,
                type.equals("char") ? RowFields.quoted(value.text()) : value.text()));
    }

    private Map<Object, Object> map(JsonView object, String name, List<String> types) {
        Map<Object, Object> map = new LinkedHashMap<>();
        boolean isText = types.get(0).equals("string") || types.get(0).equals("char");
        for (String key : object.fields()) {
            map.put(RowFields.named("field", name, () -> RecordView.fieldOf(types.get(0), isText ? RowFields.quoted(key) : key)),
                    element(object.get(key), name, types.get(1)));
        }
        return map;
    }

    /** As {@link #field} for an element of a collection or map. */
    private Object element(JsonView value, String name, String type) {
        return switch (type) {
            case "string" -> RowFields.named("field", name, value::text);
            case "bytes" -> RowFields.named("field", name, () -> Bytes.of(value.bytes()));
            case "int" -> RowFields.toInt(name, RowFields.named("field", name, value::asLong));
            case "long" -> RowFields.named("field", name, value::asLong);
            case "double" -> RowFields.named("field", name, value::asDouble);
            case "boolean" -> RowFields.named("field", name, value::asBoolean);
            default -> further(value, name, type);
        };
    }

    private static JsonView checked(JsonView value, String name, String bracket, String what) {
        if (!value.toString().startsWith(bracket)) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "field '" + name + "': " + value + " is not an " + what);
        }
        return value;
    }

    @Override
    public Object column(JsonView row, String name, String type) {
        boolean isText = !type.equals("string") || row.get(name).size() == 0;
        return isText ? field(row, name, type) : Bytes.of(row.bytes(name));
    }

    @Override
    public Object whole(JsonView row, String type) {
        return type.equals("string") ? row.toString() : RowFields.view(row, RecordView.fieldsOf(type), this);
    }
}
