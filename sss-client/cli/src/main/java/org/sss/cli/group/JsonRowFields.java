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

/**
 * Reads fields of JSON documents; a name with dots is that of a field in nested objects. Immutable.
 *
 * @param prefix of the names in nested objects
 */
record JsonRowFields(NullRule nulls, SelectedFields selected, String prefix) implements RowFields<JsonView> {
    JsonRowFields(NullRule nulls) {
        this(nulls, new SelectedFields(), "");
    }

    @Override
    public Object field(JsonView row, String name, String type) {
        JsonView value = row.at(name);
        selected.note(prefix, row, name, value);
        if (type.startsWith("optional(") && value.isNull()) {
            return Optional.empty();
        }
        if (value.isNull()) {
            return nulls.value(
                    name, type, () -> value.isMissing() ? SelectedFields.missing(prefix, row, name) : "is null");
        }
        return element(value, name, type);
    }

    private Object further(JsonView value, String name, String type) {
        if (type.startsWith("record(")) {
            return RowFields.view(
                    value, RecordView.fieldsOf(type), new JsonRowFields(nulls, selected, prefix + name + '.'));
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
        return RowFields.named(
                "field",
                name,
                () -> RecordView.fieldOf(type, type.equals("char") ? RowFields.quoted(value.text()) : value.text()));
    }

    private Map<Object, Object> map(JsonView object, String name, List<String> types) {
        Map<Object, Object> map = new LinkedHashMap<>();
        boolean isText = types.get(0).equals("string") || types.get(0).equals("char");
        for (String key : object.fields()) {
            map.put(
                    RowFields.named(
                            "field",
                            name,
                            () -> RecordView.fieldOf(types.get(0), isText ? RowFields.quoted(key) : key)),
                    element(object.get(key), name, types.get(1)));
        }
        return map;
    }

    /** Returns a value that is not null: that of a field, or an element of a collection or map. */
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
        JsonView value = row.at(name);
        if (!type.equals("string") || value.size() == 0) {
            return field(row, name, type);
        }
        selected.note(prefix, row, name, value);
        return RowFields.named("field", name, () -> Bytes.of(value.bytes()));
    }

    @Override
    public void checkSelection() {
        selected.check();
    }

    @Override
    public Object whole(JsonView row, String type) {
        return type.equals("string") ? row.toString() : RowFields.view(row, RecordView.fieldsOf(type), this);
    }
}
