package org.sss.io;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.NumberSyntax;
import org.sss.api.SssException;

/**
 * One record of a CSV file: a view that is valid until the mapper that received it returns. After that, access to its
 * fields fails with {@link ErrorCode#USER_CODE}. Columns are numbered from 0. {@link #toList()} and {@link #toMap()}
 * copy. Not thread-safe.
 */
public final class CsvRow {
    private final CsvColumns columns;
    private final CsvFields fields;
    private final byte quote;
    private byte[] bytes;
    /** See {@link CsvFields#records()}. */
    private long record;

    CsvRow(CsvColumns columns, CsvFormat format) {
        this.columns = columns;
        fields = new CsvFields(format);
        quote = format.quote();
    }

    private CsvRow(CsvRow current) {
        columns = current.columns;
        fields = current.fields;
        quote = current.quote;
        bytes = current.bytes;
        record = current.record;
    }

    /** Returns a view that is valid until the next {@link #set} or {@link #end}. */
    CsvRow view() {
        return new CsvRow(this);
    }

    /** Invalidates all views after the last record. */
    void end() {
        fields.endRecord();
    }

    private CsvFields fields() {
        if (record != fields.records()) {
            throw new SssException(
                    ErrorCode.USER_CODE,
                    "a row was used after the mapper that received it had"
                            + " returned; store toList() or"
                            + " toMap() instead");
        }
        return fields;
    }

    /** Sets this view to the record in {@code array[start, end)}. Returns null, or an error message. */
    String set(byte[] array, int start, int end) {
        bytes = array;
        String wrong = fields.split(array, start, end);
        record = fields.records();
        if (wrong == null && columns != null && fields.count() != columns.count()) {
            return "it has " + fields.count() + " fields, there are " + columns.count() + " columns (" + columns + ")";
        }
        return wrong;
    }

    /** Returns the number of fields. */
    public int size() {
        return fields().count();
    }

    /** Returns the names of the columns. */
    public List<String> columns() {
        return columns.names();
    }

    public String text(int column) {
        int at = fields.from(checked(column));
        return fields.isDoubled(column)
                ? new String(bytes(column), StandardCharsets.UTF_8)
                : new String(bytes, at, fields.length(column), StandardCharsets.UTF_8);
    }

    /** Returns a copy of the bytes of a field, in the encoding of the file. */
    public byte[] bytes(int column) {
        int at = fields.from(checked(column));
        if (!fields.isDoubled(column)) {
            return Arrays.copyOfRange(bytes, at, at + fields.length(column));
        }
        byte[] single = new byte[fields.length(column)];
        int length = 0;
        for (int i = at; i < at + fields.length(column); i++) {
            single[length++] = bytes[i];
            i += bytes[i] == quote ? 1 : 0;
        }
        return Arrays.copyOf(single, length);
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} if there is no such column; same for the methods below */
    public String text(String column) {
        return text(columns.index(column));
    }

    public byte[] bytes(String column) {
        return bytes(columns.index(column));
    }

    public boolean isEmpty(String column) {
        return fields().length(columns.index(column)) == 0;
    }

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the field is no whole number; same for the methods
     * below
     */
    public long getLong(String column) {
        String text = text(column);
        try {
            return NumberSyntax.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw noNumber(column, text, e);
        }
    }

    /** Parses the field by {@link NumberSyntax}, without surrounding blanks, like {@link #getLong}. */
    public double getDouble(String column) {
        String text = text(column);
        try {
            return NumberSyntax.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw noNumber(column, text, e);
        }
    }

    public List<String> toList() {
        List<String> list = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            list.add(text(i));
        }
        return list;
    }

    /** Returns the fields by column name, in the order of the columns. */
    public Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < size(); i++) {
            map.put(columns.names().get(i), text(i));
        }
        return map;
    }

    private int checked(int column) {
        if (column < 0 || column >= fields().count()) {
            throw new SssException(
                    ErrorCode.NOT_FOUND, "there is no column " + column + ", but 0 to " + (fields.count() - 1));
        }
        return column;
    }

    private static SssException noNumber(String column, String text, NumberFormatException e) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT, "column '" + column + "' has '" + text + "', which " + e.getMessage(), e);
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
