package org.sss.parquet;

import java.util.Locale;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** What the values of a column without parts are. {@code docs/guide/parquet.md} has the table. */
enum Kind {
    BOOLEAN("boolean"),
    INT8("byte"),
    INT16("short"),
    INT32("int"),
    INT64("long"),
    UINT8("short"),
    UINT16("int"),
    UINT32("long"),
    UINT64("decimal"),
    FLOAT16("float"),
    FLOAT("float"),
    DOUBLE("double"),
    DECIMAL("decimal"),
    TEXT("string"),
    BYTES("bytes"),
    UUID("uuid"),
    DATE("date"),
    TIME_MILLIS("int"),
    TIME("long"),
    TIMESTAMP("instant"),
    INT96("instant"),
    NOTHING("string"),
    UNKNOWN("");

    /** The type of a field that can have each value. */
    final String type;

    Kind(String type) {
        this.type = type;
    }

    /** Returns {@link #UNKNOWN} for a type without a counterpart. */
    static Kind of(PrimitiveType column) {
        LogicalTypeAnnotation logical = column.getLogicalTypeAnnotation();
        if (logical == null) {
            return ofPhysical(column.getPrimitiveTypeName());
        }
        if (logical instanceof IntLogicalTypeAnnotation number) {
            return valueOf((number.isSigned() ? "INT" : "UINT") + number.getBitWidth());
        }
        if (logical instanceof TimeLogicalTypeAnnotation time) {
            return time.getUnit() == TimeUnit.MILLIS ? TIME_MILLIS : TIME;
        }
        if (logical instanceof TimestampLogicalTypeAnnotation) {
            return TIMESTAMP;
        }
        if (logical instanceof DecimalLogicalTypeAnnotation) {
            return DECIMAL;
        }
        return switch (logical.toString().toUpperCase(Locale.ROOT)) {
            case "STRING", "ENUM", "JSON" -> TEXT;
            case "BSON" -> BYTES;
            case "UUID" -> UUID;
            case "DATE" -> DATE;
            case "FLOAT16" -> FLOAT16;
            case "UNKNOWN" -> NOTHING;
            default -> UNKNOWN;
        };
    }

    private static Kind ofPhysical(PrimitiveType.PrimitiveTypeName physical) {
        return switch (physical) {
            case BOOLEAN -> BOOLEAN;
            case INT32 -> INT32;
            case INT64 -> INT64;
            case INT96 -> INT96;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case BINARY, FIXED_LEN_BYTE_ARRAY -> BYTES;
        };
    }

    /** Returns whether a field of this type can have the values: all of them, or those that the conversion accepts. */
    boolean fits(String field) {
        return this == NOTHING
                || field.equals(type)
                || switch (this) {
                    case INT8 -> isOneOf(field, "short", "int", "long", "float", "double", "decimal");
                    case UINT8, INT16 -> isOneOf(field, "int", "long", "float", "double", "decimal");
                    case UINT16, INT32 -> isOneOf(field, "long", "double", "decimal");
                    case UINT32 -> isOneOf(field, "double", "decimal");
                    case INT64 -> field.equals("decimal");
                    case UINT64, TIME_MILLIS -> field.equals("long");
                    case FLOAT16, FLOAT -> field.equals("double");
                    case TEXT -> isOneOf(field, "bytes", "char", "decimal");
                    case BYTES -> field.equals("string");
                    default -> false;
                };
    }

    private static boolean isOneOf(String field, String... types) {
        return java.util.List.of(types).contains(field);
    }
}
