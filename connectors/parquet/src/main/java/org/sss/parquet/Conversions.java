package org.sss.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.parquet.ScalarColumn.Conversion;

/** How values of columns become objects of fields. Stateless. */
final class Conversions {
    private static final long NANOS = 1_000_000_000L;
    private static final long DAY_SECONDS = 86_400;
    /** Day 0 of Java, as a Julian day. */
    private static final long EPOCH_DAY = 2_440_588;

    private Conversions() {}

    /** @param type one that {@link Kind#fits} */
    static Conversion of(Column column, String type) {
        Kind kind = column.kind();
        return switch (kind) {
            case BOOLEAN, NOTHING, UNKNOWN -> new Conversion(null, null, null);
            case INT8, INT16, INT32, INT64, TIME_MILLIS, TIME -> Conversion.ofLong(ofLong(type));
            case UINT8 -> Conversion.ofLong(masked(0xFF, type));
            case UINT16 -> Conversion.ofLong(masked(0xFFFF, type));
            case UINT32 -> Conversion.ofLong(masked(0xFFFF_FFFFL, type));
            case UINT64 -> Conversion.ofLong(type.equals("long") ? Conversions::positive : Conversions::unsigned);
            case FLOAT, DOUBLE -> Conversion.ofDouble(ofDouble(type));
            case FLOAT16 ->
                Conversion.ofBinary(binary -> ofDouble(type)
                        .apply(halfFloat(ScalarColumn.littleEndian(binary).getShort())));
            case DATE -> Conversion.ofLong(LocalDate::ofEpochDay);
            case TIMESTAMP -> Conversion.ofLong(timestamp(column));
            case INT96 -> Conversion.ofBinary(Conversions::int96);
            case DECIMAL -> decimal(column);
            case UUID -> Conversion.ofBinary(Conversions::uuid);
            case TEXT, BYTES -> Conversion.ofBinary(ofText(type));
        };
    }

    private static LongFunction<Object> ofLong(String type) {
        return switch (type) {
            case "byte" -> value -> (byte) value;
            case "short" -> value -> (short) value;
            case "int" -> value -> (int) value;
            case "float" -> value -> (float) value;
            case "double" -> value -> (double) value;
            case "decimal" -> BigDecimal::valueOf;
            default -> value -> value;
        };
    }

    private static LongFunction<Object> masked(long mask, String type) {
        LongFunction<Object> signed = ofLong(type);
        return value -> signed.apply(value & mask);
    }

    private static Object unsigned(long value) {
        return new BigDecimal(new BigInteger(Long.toUnsignedString(value)));
    }

    private static Object positive(long value) {
        if (value < 0) {
            throw refused("has " + Long.toUnsignedString(value) + ", which does not fit a long; use decimal");
        }
        return value;
    }

    private static DoubleFunction<Object> ofDouble(String type) {
        return type.equals("float") ? value -> (float) value : value -> value;
    }

    /** Java has this conversion from version 20 on. */
    static double halfFloat(short bits) {
        int exponent = bits >> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        double size =
                switch (exponent) {
                    case 0 -> Math.scalb((double) fraction, -24);
                    case 0x1F -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
                    default -> Math.scalb((double) (fraction | 0x400), exponent - 25);
                };
        return bits < 0 ? -size : size;
    }

    private static LongFunction<Object> timestamp(Column column) {
        TimestampLogicalTypeAnnotation type =
                (TimestampLogicalTypeAnnotation) column.schema().getLogicalTypeAnnotation();
        long perSecond =
                switch (type.getUnit()) {
                    case MILLIS -> 1_000;
                    case MICROS -> 1_000_000;
                    case NANOS -> NANOS;
                };
        return value -> Instant.ofEpochSecond(
                Math.floorDiv(value, perSecond), Math.floorMod(value, perSecond) * (NANOS / perSecond));
    }

    private static Object int96(Binary binary) {
        ByteBuffer bytes = ScalarColumn.littleEndian(binary);
        long nanos = bytes.getLong();
        return Instant.ofEpochSecond((bytes.getInt() - EPOCH_DAY) * DAY_SECONDS, nanos);
    }

    private static Conversion decimal(Column column) {
        int scale = ((DecimalLogicalTypeAnnotation) column.schema().getLogicalTypeAnnotation()).getScale();
        return new Conversion(
                value -> BigDecimal.valueOf(value, scale),
                null,
                value -> new BigDecimal(new BigInteger(value.getBytesUnsafe()), scale));
    }

    private static Object uuid(Binary binary) {
        ByteBuffer bytes = binary.toByteBuffer();
        return new UUID(bytes.getLong(), bytes.getLong());
    }

    private static java.util.function.Function<Binary, Object> ofText(String type) {
        return switch (type) {
            case "bytes" -> binary -> Bytes.of(binary.getBytes());
            case "char" -> binary -> character(ScalarColumn.text(binary));
            case "decimal" -> binary -> number(ScalarColumn.text(binary));
            default -> ScalarColumn::text;
        };
    }

    private static Object character(String text) {
        if (text.length() != 1) {
            throw refused("has '" + text + "', which is not one char; use string");
        }
        return text.charAt(0);
    }

    private static Object number(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw refused("has '" + text + "', which is no decimal number; use string");
        }
    }

    static SssException refused(String why) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, why);
    }
}
