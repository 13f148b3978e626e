package org.sss.client.cli;

import org.sss.api.Bytes;
import org.sss.api.RecordView;
import org.sss.io.JsonView;

/** Fields of JSON documents. Immutable. */
record JsonRowFields(NullRule nulls) implements RowFields<JsonView> {
    @Override
    public Object field(JsonView row, String name, String type) {
        return row.get(name).isNull() ? nulls.value(name, type) : switch (type) {
            case "string" -> row.text(name);
            case "bytes" -> Bytes.of(row.bytes(name));
            case "int" -> RowFields.toInt(name, row.getLong(name));
            case "long" -> row.getLong(name);
            case "double" -> row.getDouble(name);
            case "boolean" -> row.getBoolean(name);
            default -> RowFields.view(row.get(name), RecordView.fieldsOf(type), this);
        };
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
