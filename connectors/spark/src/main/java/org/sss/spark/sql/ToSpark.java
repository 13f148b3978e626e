package org.sss.spark.sql;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;

/** Decoded objects of SSS as Spark's internal ones. Stateless. */
final class ToSpark {
    private static final long MICROS = 1_000_000;
    private static final int NANOS_OF_MICRO = 1000;

    private ToSpark() {}

    /** @throws SssException INVALID_ARGUMENT if Spark's type loses a part of the object */
    static Object value(FieldType type, Object sss) {
        return switch (type.kind()) {
            case STRING, CHAR, UUID -> UTF8String.fromString(sss.toString());
            case BYTES -> ((Bytes) sss).toByteArray();
            case INT, LONG, DOUBLE, BOOLEAN, FLOAT, SHORT, BYTE -> sss;
            case INSTANT -> micros((Instant) sss, type.options().truncate());
            case DATE -> days((LocalDate) sss);
            case DECIMAL -> decimal((BigDecimal) sss, type.options().decimal());
            case RECORD -> row(type, (RecordView) sss);
            case LIST, SET -> array(type.of().get(0), (Collection<?>) sss);
            case MAP -> map(type, (Map<?, ?>) sss);
            case OPTIONAL ->
                ((Optional<?>) sss)
                        .map(element -> value(type.of().get(0), element))
                        .orElse(null);
        };
    }

    private static GenericInternalRow row(FieldType type, RecordView view) {
        Object[] fields = new Object[type.of().size()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = value(type.of().get(i), view.values().get(i));
        }
        return new GenericInternalRow(fields);
    }

    private static GenericArrayData array(FieldType element, Collection<?> elements) {
        return new GenericArrayData(
                elements.stream().map(e -> value(element, e)).toArray());
    }

    private static ArrayBasedMapData map(FieldType type, Map<?, ?> map) {
        return new ArrayBasedMapData(
                array(type.of().get(0), map.keySet()), array(type.of().get(1), map.values()));
    }

    private static long micros(Instant instant, boolean truncate) {
        if (!truncate && instant.getNano() % NANOS_OF_MICRO != 0) {
            throw lost(instant, "microseconds", "set the option 'truncate' to drop its nanoseconds");
        }
        try {
            return Math.addExact(
                    Math.multiplyExact(instant.getEpochSecond(), MICROS), instant.getNano() / NANOS_OF_MICRO);
        } catch (ArithmeticException e) {
            throw lost(instant, "292,000 years before and after 1970", "read the group as bytes");
        }
    }

    private static int days(LocalDate date) {
        try {
            return Math.toIntExact(date.toEpochDay());
        } catch (ArithmeticException e) {
            throw lost(date, "5 million years before and after 1970", "read the group as bytes");
        }
    }

    private static Decimal decimal(BigDecimal number, DecimalType type) {
        try {
            BigDecimal scaled = number.setScale(type.scale(), RoundingMode.UNNECESSARY);
            if (scaled.precision() <= type.precision()) {
                return Decimal.apply(scaled, type.precision(), type.scale());
            }
        } catch (ArithmeticException e) {
            throw lost(number, type.sql(), "set the option 'decimal' to a larger scale");
        }
        throw lost(number, type.sql(), "set the option 'decimal' to a larger precision");
    }

    private static SssException lost(Object value, String range, String remedy) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                value + " does not fit into the type of Spark, which has " + range + "; " + remedy);
    }
}
