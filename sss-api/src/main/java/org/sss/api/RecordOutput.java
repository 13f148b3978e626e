package org.sss.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;

/**
 * Writes the fields of records one after the other, so that unsigned byte order is the order of the fields. Stateless.
 *
 * <pre>
 * int, long, double   as in their codecs: 4, 8, 8 bytes
 * boolean             00 or 01
 * float               as a double, of 4 bytes
 * short, byte         the number with its sign bit flipped: 2 bytes, 1 byte
 * char                2 bytes
 * instant             the seconds since 1970 as a long, the nanoseconds as an int
 * date                the days since 1970 as a long
 * uuid                its 16 bytes
 * decimal             the scale as an int, the unscaled value in two's complement as bytes; without order
 * string, bytes       the bytes with 00 written as 00 FF, then 00 00; an enum is its name
 * record              its fields
 * list and others     see {@link Containers}
 * </pre>
 *
 * The end mark 00 00 is below 00 FF, so a text sorts before each longer text that starts with it.
 */
final class RecordOutput {
    static final byte END = 0;
    static final byte ESCAPED_ZERO = (byte) 0xFF;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private RecordOutput() {}

    static void writeInt(int value, ByteSink sink) {
        sink.writeInt(IntCodec.toEncoded(value));
    }

    static void writeLong(long value, ByteSink sink) {
        sink.writeLong(LongCodec.toEncoded(value));
    }

    static void writeDouble(double value, ByteSink sink) {
        sink.writeLong(DoubleCodec.toEncoded(value));
    }

    static void writeBoolean(boolean value, ByteSink sink) {
        sink.writeByte(value ? 1 : 0);
    }

    static void writeFloat(float value, ByteSink sink) {
        // See DoubleCodec.
        int bits = Float.floatToIntBits(value + 0.0f);
        sink.writeInt(bits ^ (bits >> 31 | Integer.MIN_VALUE));
    }

    static void writeShort(short value, ByteSink sink) {
        writeChar((char) (value ^ Short.MIN_VALUE), sink);
    }

    static void writeByte(byte value, ByteSink sink) {
        sink.writeByte(value ^ Byte.MIN_VALUE);
    }

    static void writeChar(char value, ByteSink sink) {
        sink.writeByte(value >> 8);
        sink.writeByte(value);
    }

    static void writeInstant(Instant value, ByteSink sink) {
        writeLong(value.getEpochSecond(), sink);
        writeInt(value.getNano(), sink);
    }

    static void writeLocalDate(LocalDate value, ByteSink sink) {
        writeLong(value.toEpochDay(), sink);
    }

    static void writeUuid(UUID value, ByteSink sink) {
        sink.writeLong(value.getMostSignificantBits());
        sink.writeLong(value.getLeastSignificantBits());
    }

    static void writeDecimal(BigDecimal value, ByteSink sink) {
        writeInt(value.scale(), sink);
        writeByteArray(value.unscaledValue().toByteArray(), sink);
    }

    static void writeString(String value, ByteSink sink) {
        int start = sink.size();
        Utf8.append(value, sink);
        terminate(start, sink);
    }

    static void writeByteArray(byte[] value, ByteSink sink) {
        int start = sink.size();
        sink.write(value);
        terminate(start, sink);
    }

    static void writeBytes(Bytes value, ByteSink sink) {
        int start = sink.size();
        sink.write(value.array(), value.offset(), value.length());
        terminate(start, sink);
    }

    /** Escapes the bytes from {@code start} if needed, which is rare, and writes the end mark. */
    private static void terminate(int start, ByteSink sink) {
        int zero = indexOfZero(sink.array(), start, sink.size());
        if (zero < sink.size()) {
            byte[] rest = Arrays.copyOfRange(sink.array(), zero, sink.size());
            sink.truncate(zero);
            writeEscaped(rest, sink);
        }
        sink.writeByte(0);
        sink.writeByte(END);
    }

    private static void writeEscaped(byte[] bytes, ByteSink sink) {
        for (int from = 0; from < bytes.length; ) {
            int zero = indexOfZero(bytes, from, bytes.length);
            sink.write(bytes, from, zero - from);
            if (zero < bytes.length) {
                sink.writeByte(0);
                sink.writeByte(ESCAPED_ZERO);
            }
            from = zero + 1;
        }
    }

    /** Returns the index of the first 00 in {@code bytes[from, to)}, or {@code to}. */
    static int indexOfZero(byte[] bytes, int from, int to) {
        int i = from;
        while (i <= to - Long.BYTES && !hasZero((long) WORD.get(bytes, i))) {
            i += Long.BYTES;
        }
        while (i < to && bytes[i] != 0) {
            i++;
        }
        return i;
    }

    private static boolean hasZero(long word) {
        return (word - LOW_BITS & ~word & HIGH_BITS) != 0;
    }
}
