package org.sss.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/** Reads the fields that {@link RecordOutput} writes. Reusable for one record after another. Not thread-safe. */
final class RecordInput {
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    private final String typeName;
    private final Bytes view = new Bytes();
    private ByteSink unescaped;
    private byte[] bytes;
    private int start;
    private int at;
    private int end;

    RecordInput(String typeName) {
        this.typeName = typeName;
    }

    RecordInput set(byte[] newBytes, int offset, int length) {
        bytes = newBytes;
        start = offset;
        at = offset;
        end = offset + length;
        return this;
    }

    int readInt() {
        return IntCodec.get(bytes, advance(IntCodec.SIZE_BYTES));
    }

    long readLong() {
        return LongCodec.get(bytes, advance(LongCodec.SIZE_BYTES));
    }

    double readDouble() {
        return DoubleCodec.get(bytes, advance(DoubleCodec.SIZE_BYTES));
    }

    boolean readBoolean() {
        byte value = bytes[advance(1)];
        if (value != 0 && value != 1) {
            throw corrupt("has " + value + " for a boolean, expected 0 or 1, before byte " + (at - start));
        }
        return value == 1;
    }

    float readFloat() {
        int encoded = readRawInt();
        return Float.intBitsToFloat(encoded ^ (~encoded >> 31 | Integer.MIN_VALUE));
    }

    private int readRawInt() {
        return IntCodec.toEncoded(readInt());
    }

    short readShort() {
        return (short) (readChar() ^ Short.MIN_VALUE);
    }

    byte readByte() {
        return (byte) (bytes[advance(1)] ^ Byte.MIN_VALUE);
    }

    char readChar() {
        int from = advance(2);
        return (char) ((bytes[from] & 0xFF) << 8 | bytes[from + 1] & 0xFF);
    }

    Instant readInstant() {
        long seconds = readLong();
        int nanos = readInt();
        if (seconds < Instant.MIN.getEpochSecond()
                || seconds > Instant.MAX.getEpochSecond()
                || nanos < 0
                || nanos >= NANOS_PER_SECOND) {
            throw corrupt("has no instant in the 12 bytes before byte " + (at - start));
        }
        return Instant.ofEpochSecond(seconds, nanos);
    }

    LocalDate readLocalDate() {
        long days = readLong();
        if (days < LocalDate.MIN.toEpochDay() || days > LocalDate.MAX.toEpochDay()) {
            throw corrupt("has no date in the 8 bytes before byte " + (at - start));
        }
        return LocalDate.ofEpochDay(days);
    }

    UUID readUuid() {
        return new UUID(LongCodec.toEncoded(readLong()), LongCodec.toEncoded(readLong()));
    }

    BigDecimal readDecimal() {
        int scale = readInt();
        Bytes unscaled = readView();
        if (unscaled.length() == 0) {
            throw corrupt("has a decimal without digits before byte " + (at - start));
        }
        return new BigDecimal(new BigInteger(unscaled.array(), unscaled.offset(), unscaled.length()), scale);
    }

    /** Returns whether another element follows, see {@link Containers}. */
    boolean readMark() {
        byte mark = bytes[advance(1)];
        if (mark != Containers.END && mark != Containers.ELEMENT) {
            throw corrupt("has " + (mark & 0xFF) + " before an element, expected 0 or 1, before byte " + (at - start));
        }
        return mark == Containers.ELEMENT;
    }

    String readString() {
        Bytes text = readView();
        return new String(text.array(), text.offset(), text.length(), StandardCharsets.UTF_8);
    }

    /** Called by its name, see {@link FieldHandles}. */
    byte[] readByteArray() {
        return readView().toByteArray();
    }

    Bytes readBytes() {
        return readView().copy();
    }

    /** Returns the next string or bytes, unescaped; valid until the next call. */
    Bytes readView() {
        int from = at;
        int zero = nextZero();
        if (bytes[zero + 1] == RecordOutput.END) {
            return view.set(bytes, from, zero - from);
        }
        return unescape(from, zero);
    }

    private Bytes unescape(int from, int firstZero) {
        if (unescaped == null) {
            unescaped = new ByteSink(64);
        }
        unescaped.clear();
        int runStart = from;
        int zero = firstZero;
        while (bytes[zero + 1] != RecordOutput.END) {
            unescaped.write(bytes, runStart, zero + 1 - runStart);
            runStart = zero + 2;
            zero = nextZero();
        }
        unescaped.write(bytes, runStart, zero - runStart);
        return view.set(unescaped.array(), 0, unescaped.size());
    }

    /** Returns the index of the next 00 and advances past it and the following byte, which is its meaning. */
    private int nextZero() {
        int zero = RecordOutput.indexOfZero(bytes, at, end);
        if (zero + 1 >= end) {
            throw corrupt("ends within a string or bytes field, without the mark 00 00");
        }
        byte meaning = bytes[zero + 1];
        if (meaning != RecordOutput.END && meaning != RecordOutput.ESCAPED_ZERO) {
            throw corrupt("has " + (meaning & 0xFF) + " after a 00 at byte " + (zero - start) + ", expected 0 or 255");
        }
        at = zero + 2;
        return zero;
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} if bytes are left */
    void checkEnd() {
        if (at != end) {
            throw corrupt("has " + (end - at) + " bytes after its last field");
        }
    }

    private int advance(int size) {
        if (end - at < size) {
            throw corrupt("ends within a field of " + size + " bytes at byte " + (at - start));
        }
        int from = at;
        at += size;
        return from;
    }

    SssException corrupt(String what) {
        return new SssException(
                ErrorCode.CORRUPT,
                "an encoded " + typeName + " of " + (end - start) + " bytes " + what
                        + "; the tuple was not written with this codec or is damaged");
    }
}
