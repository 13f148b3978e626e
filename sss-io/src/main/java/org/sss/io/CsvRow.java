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
 * One record of a file of comma-separated values: a view, valid until the mapper that received it returns; after that its fields are
 * refused with {@link ErrorCode#USER_CODE}. Columns are numbered from 0. {@link #toList()} and {@link #toMap()} copy. One thread at a time.
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

    /** A view that is valid until the next {@link #set} or {@link #end}. */
    CsvRow view() {
        return new CsvRow(this);
    }

    /** After the last record. */
    void end() {
        fields.endRecord();
    }

    private CsvFields fields() {
        if (record != fields.records()) {
            throw new SssException(ErrorCode.USER_CODE, "a row was used after the mapper that received it had returned; keep toList() or"
                    + " toMap() of it");
        }
        return fields;
    }

    /** Points this at the record in {@code array[begin, end)}; null, or what is wrong with it. */
    String set(byte[] array, int begin, int end) {
        bytes = array;
        String wrong = fields.split(array, begin, end);
        record = fields.records();
        if (wrong == null && columns != null && fields.count() != columns.count()) {
            return "it has " + fields.count() + " fields, there are " + columns.count() + " columns (" + columns + ")";
        }
        return wrong;
    }

    /** Number of fields. */
    public int size() {
        return fields().count();
    }

    /** Names of the columns. */
    public List<String> columns() {
        return columns.names();
    }

    public String text(int column) {
        int at = fields.from(checked(column));
        return fields.isDoubled(column) ? new String(bytes(column), StandardCharsets.UTF_8)
                : new String(bytes, at, fields.length(column), StandardCharsets.UTF_8);
    }

    /** A copy of the bytes of a field, in whatever encoding they are. */
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

    /** @throws SssException {@link ErrorCode#NOT_FOUND} when there is no such column; so below */
    public String text(String column) {
        return text(columns.index(column));
    }

    public byte[] bytes(String column) {
        return bytes(columns.index(column));
    }

    public boolean isEmpty(String column) {
        return fields().length(columns.index(column)) == 0;
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when the field is no whole number; so below */
    public long getLong(String column) {
        String text = text(column);
        try {
            return NumberSyntax.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw noNumber(column, text, e);
        }
    }

    /** As {@link NumberSyntax}; blanks around it are taken off, so for {@link #getLong}. */
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

    /** By column, in the order of the columns. */
    public Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < size(); i++) {
            map.put(columns.names().get(i), text(i));
        }
        return map;
    }

    private int checked(int column) {
        if (column < 0 || column >= fields().count()) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no column " + column + ", but 0 to " + (fields.count() - 1));
        }
        return column;
    }

    private static SssException noNumber(String column, String text, NumberFormatException e) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "column '" + column + "' has '" + text + "', which " + e.getMessage(), e);
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
