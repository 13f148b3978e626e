package org.sss.spark.sql;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.Decimal;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;

/** Spark's internal objects as those that the codecs of SSS encode. Stateless. */
final class ToSss {
    private static final long MICROS = 1_000_000;
    private static final long NANOS_OF_MICRO = 1000;

    private ToSss() {}

    /**
     * @param what names the column, for errors
     * @throws SssException INVALID_ARGUMENT for null, except of an optional, and for a text that is no char or uuid
     */
    static Object value(FieldType type, Object spark, String what) {
        if (spark == null && !type.nullable()) {
            throw invalid("a group has no null, and the column '" + what + "' has one; filter such rows");
        }
        return switch (type.kind()) {
            case STRING -> spark.toString();
            case CHAR -> character(spark.toString(), what);
            case UUID -> uuid(spark.toString(), what);
            case BYTES -> Bytes.of((byte[]) spark);
            case INT, LONG, DOUBLE, BOOLEAN, FLOAT, SHORT, BYTE -> spark;
            case INSTANT -> instant((Long) spark);
            case DATE -> LocalDate.ofEpochDay((Integer) spark);
            case DECIMAL -> ((Decimal) spark).toJavaBigDecimal();
            case RECORD -> record(type, (InternalRow) spark, what);
            case LIST -> List.copyOf(elements(type.of().get(0), (ArrayData) spark, what));
            case SET -> new LinkedHashSet<>(elements(type.of().get(0), (ArrayData) spark, what));
            case MAP -> map(type, (MapData) spark, what);
            case OPTIONAL ->
                Optional.ofNullable(spark).map(element -> value(type.of().get(0), element, what));
        };
    }

    private static RecordView record(FieldType type, InternalRow row, String what) {
        List<Object> fields = new ArrayList<>();
        for (int i = 0; i < type.of().size(); i++) {
            FieldType field = type.of().get(i);
            Object value = row.isNullAt(i) ? null : row.get(i, field.spark());
            fields.add(value(field, value, what + "." + type.names().get(i)));
        }
        return new RecordView(type.names(), fields);
    }

    private static List<Object> elements(FieldType type, ArrayData array, String what) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < array.numElements(); i++) {
            elements.add(value(type, array.isNullAt(i) ? null : array.get(i, type.spark()), what));
        }
        return elements;
    }

    private static Map<Object, Object> map(FieldType type, MapData map, String what) {
        List<Object> keys = elements(type.of().get(0), map.keyArray(), what);
        List<Object> values = elements(type.of().get(1), map.valueArray(), what);
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            entries.put(keys.get(i), values.get(i));
        }
        return entries;
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * NANOS_OF_MICRO);
    }

    private static Character character(String text, String what) {
        if (text.length() != 1) {
            throw invalid("the column '" + what + "' is a char, and '" + text + "' has " + text.length() + " of them");
        }
        return text.charAt(0);
    }

    private static UUID uuid(String text, String what) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "the column '" + what + "' is a uuid, and '" + text + "' is none", e);
        }
    }

    private static SssException invalid(String message) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, message);
    }
}
