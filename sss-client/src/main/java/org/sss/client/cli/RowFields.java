package org.sss.client.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.io.CsvRow;
import org.sss.io.JsonView;

/**
 * Fields of rows, as objects of built-in types by the names of these. Stateless.
 *
 * @param <R> the rows
 */
interface RowFields<R> {
    /** @throws SssException INVALID_ARGUMENT when the field is none of that type, NOT_FOUND when it is not there */
    Object field(R row, String name, String type);

    /**
     * The same for a whole key or value: where the type is string, what is no UTF-8 is kept as {@link Bytes}, see
     * {@link TextAsItIs}.
     */
    Object column(R row, String name, String type);

    /** The row as an object. */
    Object whole(R row, String type);

    RowFields<CsvRow> CSV = new RowFields<>() {
        @Override
        public Object field(CsvRow row, String name, String type) {
            return switch (type) {
                case "string" -> row.text(name);
                case "bytes" -> Bytes.of(row.bytes(name));
                case "int" -> toInt(name, row.getLong(name));
                case "long" -> row.getLong(name);
                case "double" -> row.getDouble(name);
                case "boolean" -> toBoolean(name, row.text(name).strip());
                default -> throw new SssException(ErrorCode.INVALID_ARGUMENT, "column '" + name + "' cannot be a " + type
                        + ": a field of CSV has no fields in it");
            };
        }

        @Override
        public Object column(CsvRow row, String name, String type) {
            return type.equals("string") ? Bytes.of(row.bytes(name)) : field(row, name, type);
        }

        @Override
        public Object whole(CsvRow row, String type) {
            return view(row, RecordView.fieldsOf(type), this);
        }
    };

    /** The same for whole rows of all columns: a file that has more of them than the first one is an error, they would be lost. */
    RowFields<CsvRow> ALL_OF_CSV = new RowFields<>() {
        @Override
        public Object field(CsvRow row, String name, String type) {
            return CSV.field(row, name, type);
        }

        @Override
        public Object column(CsvRow row, String name, String type) {
            return CSV.column(row, name, type);
        }

        @Override
        public Object whole(CsvRow row, String type) {
            Map<String, String> fields = RecordView.fieldsOf(type);
            if (row.size() > fields.size()) {
                String more = row.columns().stream().filter(name -> !fields.containsKey(name)).findFirst().orElse("");
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "there is a column '" + more + "' that the first file has not;"
                        + " say which are wanted with --values 'record(NAME:TYPE,...)'");
            }
            return view(row, fields, this);
        }
    };

    RowFields<JsonView> JSON = new RowFields<>() {
        @Override
        public Object field(JsonView row, String name, String type) {
            return switch (type) {
                case "string" -> row.text(name);
                case "bytes" -> Bytes.of(row.bytes(name));
                case "int" -> toInt(name, row.getLong(name));
                case "long" -> row.getLong(name);
                case "double" -> row.getDouble(name);
                case "boolean" -> row.getBoolean(name);
                default -> view(row.get(name), RecordView.fieldsOf(type), this);
            };
        }

        @Override
        public Object column(JsonView row, String name, String type) {
            boolean isText = !type.equals("string") || row.get(name).size() == 0;
            return isText ? field(row, name, type) : Bytes.of(row.bytes(name));
        }

        @Override
        public Object whole(JsonView row, String type) {
            return type.equals("string") ? row.toString() : view(row, RecordView.fieldsOf(type), this);
        }
    };

    private static <R> RecordView view(R row, Map<String, String> fields, RowFields<R> of) {
        List<Object> values = new ArrayList<>(fields.size());
        fields.forEach((name, type) -> values.add(of.field(row, name, type)));
        return new RecordView(List.copyOf(fields.keySet()), values);
    }

    private static int toInt(String name, long number) {
        if (number != (int) number) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + name + "' has " + number + ", too large for an int; use long");
        }
        return (int) number;
    }

    private static boolean toBoolean(String name, String text) {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + name + "' has '" + text + "', which is neither true nor false");
        }
        return text.equalsIgnoreCase("true");
    }
}
