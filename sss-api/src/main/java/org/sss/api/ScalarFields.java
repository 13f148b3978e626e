package org.sss.api;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.sss.api.BuiltInType.Scalar;

/** Reads, writes and parses scalar record fields as objects. Stateless. */
final class ScalarFields {
    private ScalarFields() {}

    static Object read(Scalar type, RecordInput input) {
        return switch (type) {
            case STRING -> input.readString();
            case BYTES -> input.readBytes();
            case INT -> (Object) input.readInt();
            case LONG -> (Object) input.readLong();
            case DOUBLE -> (Object) input.readDouble();
            case BOOLEAN -> (Object) input.readBoolean();
            case FLOAT -> (Object) input.readFloat();
            case SHORT -> (Object) input.readShort();
            case BYTE -> (Object) input.readByte();
            case CHAR -> (Object) input.readChar();
            case INSTANT -> input.readInstant();
            case DATE -> input.readLocalDate();
            case UUID -> input.readUuid();
            case DECIMAL -> input.readDecimal();
        };
    }

    /** Returns false, with nothing written, when the object is of another type. */
    static boolean write(Scalar type, Object value, ByteSink sink) {
        if (type == Scalar.STRING && value instanceof String v) {
            RecordOutput.writeString(v, sink);
        } else if (type == Scalar.BYTES && value instanceof Bytes v) {
            RecordOutput.writeBytes(v, sink);
        } else if (type == Scalar.INT && value instanceof Integer v) {
            RecordOutput.writeInt(v, sink);
        } else if (type == Scalar.LONG && value instanceof Long v) {
            RecordOutput.writeLong(v, sink);
        } else if (type == Scalar.DOUBLE && value instanceof Double v) {
            RecordOutput.writeDouble(v, sink);
        } else if (type == Scalar.BOOLEAN && value instanceof Boolean v) {
            RecordOutput.writeBoolean(v, sink);
        } else {
            return writeFurther(type, value, sink);
        }
        return true;
    }

    private static boolean writeFurther(Scalar type, Object value, ByteSink sink) {
        if (type == Scalar.FLOAT && value instanceof Float v) {
            RecordOutput.writeFloat(v, sink);
        } else if (type == Scalar.SHORT && value instanceof Short v) {
            RecordOutput.writeShort(v, sink);
        } else if (type == Scalar.BYTE && value instanceof Byte v) {
            RecordOutput.writeByte(v, sink);
        } else if (type == Scalar.CHAR && value instanceof Character v) {
            RecordOutput.writeChar(v, sink);
        } else if (type == Scalar.INSTANT && value instanceof Instant v) {
            RecordOutput.writeInstant(v, sink);
        } else if (type == Scalar.DATE && value instanceof LocalDate v) {
            RecordOutput.writeLocalDate(v, sink);
        } else if (type == Scalar.UUID && value instanceof UUID v) {
            RecordOutput.writeUuid(v, sink);
        } else if (type == Scalar.DECIMAL && value instanceof BigDecimal v) {
            RecordOutput.writeDecimal(v, sink);
        } else {
            return false;
        }
        return true;
    }

    /**
     * Parses the text of a type that is allowed only in fields.
     *
     * @throws NumberFormatException with the rest of a sentence that starts with "which"
     */
    static Object parse(Scalar type, String text) {
        try {
            return switch (type) {
                case FLOAT -> (Object) (float) NumberSyntax.parseDouble(text);
                case SHORT -> (Object) (short) inRange(text, Short.MIN_VALUE, Short.MAX_VALUE);
                case BYTE -> (Object) (byte) inRange(text, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case INSTANT -> Instant.parse(text);
                case DATE -> LocalDate.parse(text);
                case UUID -> uuid(text);
                case DECIMAL -> new BigDecimal(text);
                default -> throw new IllegalArgumentException(type.toString());
            };
        } catch (DateTimeException e) {
            throw new NumberFormatException(
                    "is not written as " + (type == Scalar.DATE ? "2026-11-26" : "2026-11-26T22:05:56Z"));
        } catch (NumberFormatException e) {
            throw type == Scalar.DECIMAL ? new NumberFormatException("is no decimal number") : e;
        }
    }

    private static int inRange(String text, int min, int max) {
        int number = NumberSyntax.parseInt(text);
        if (number < min || number > max) {
            throw new NumberFormatException("is not between " + min + " and " + max);
        }
        return number;
    }

    /** Requires the full form; Java also accepts shorter ones. */
    private static UUID uuid(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            if (uuid.toString().equalsIgnoreCase(text)) {
                return uuid;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new NumberFormatException("is not written as 123e4567-e89b-12d3-a456-426614174000");
    }
}
