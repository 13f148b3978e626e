package org.sss.cli.group;

import java.util.Map;
import java.util.Optional;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.io.CsvRow;

/**
 * Reads fields of CSV rows. Immutable.
 *
 * @param all whether whole rows have all columns: a file with more columns than the first file is then an error, as
 *     they would be lost
 */
record CsvRowFields(NullRule nulls, boolean all) implements RowFields<CsvRow> {
    @Override
    public Object field(CsvRow row, String name, String type) {
        if (type.startsWith("optional(") && row.isEmpty(name)) {
            return Optional.empty();
        }
        return isNull(row, name, type)
                ? nulls.value(name, type, () -> "is empty")
                : switch (type) {
                    case "string" -> row.text(name);
                    case "bytes" -> Bytes.of(row.bytes(name));
                    case "int" -> RowFields.toInt(name, row.getLong(name));
                    case "long" -> row.getLong(name);
                    case "double" -> row.getDouble(name);
                    case "boolean" -> RowFields.toBoolean(name, row.text(name).strip());
                    default -> further(row, name, type);
                };
    }

    private Object further(CsvRow row, String name, String type) {
        if (type.startsWith("record(")) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "column '" + name + "' cannot be a " + type + ": CSV fields cannot be nested");
        }
        if (type.startsWith("optional(")) {
            String element = RecordView.elementsOf(type).get(0);
            return Optional.of(
                    element.startsWith("record(")
                            ? RowFields.named("column", name, () -> RecordView.fieldOf(element, row.text(name)))
                            : field(row, name, element));
        }
        return RowFields.named(
                "column",
                name,
                () -> RecordView.fieldOf(
                        type,
                        type.equals("char")
                                ? RowFields.quoted(row.text(name))
                                : row.text(name).strip()));
    }

    private boolean isNull(CsvRow row, String name, String type) {
        boolean text = type.equals("string") || type.equals("bytes");
        return row.isEmpty(name) && (nulls.isSet() || !text);
    }

    @Override
    public Object column(CsvRow row, String name, String type) {
        return type.equals("string") && !isNull(row, name, type) ? Bytes.of(row.bytes(name)) : field(row, name, type);
    }

    @Override
    public Object whole(CsvRow row, String type) {
        Map<String, String> fields = RecordView.fieldsOf(type);
        if (all && row.size() > fields.size()) {
            String more = row.columns().stream()
                    .filter(name -> !fields.containsKey(name))
                    .findFirst()
                    .orElse("");
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "column '" + more + "' is not in the first file;"
                            + " select the columns with --values 'record(NAME:TYPE,...)'");
        }
        return RowFields.view(row, fields, this);
    }
}
