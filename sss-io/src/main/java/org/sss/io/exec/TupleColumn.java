package org.sss.io.exec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;

/** Decodes keys or values in the output of a process. For the task's thread. */
final class TupleColumn<T> {
    private final Codec<T> codec;
    private final TextForm text;
    /** True if the text, unescaped, is the encoding. */
    private final boolean plain;
    /** True if the output of the process is the encoding. */
    private final boolean literal;
    /**
     * For a type known only by name: rejects invalid encodings, which the codec would accept. Null if no check is
     * needed.
     */
    private final Codec<?> check;

    private final ByteSink unescaped = new ByteSink(128);
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();

    TupleColumn(Codec<T> codec, TupleFormat format) {
        this.codec = codec.forTask();
        boolean binary = format.isBinary();
        text = TextForm.of(codec);
        String type = codec.name();
        plain = isText(codec);
        literal = binary || plain && format == TupleFormat.TEXT;
        check = binary && !plain && Codecs.isEncoded(codec) ? Codecs.byName(type) : null;
    }

    /** Returns whether the encoding is the text: strings, bytes, and types of users' codecs. */
    static boolean isText(Codec<?> codec) {
        String type = codec.name();
        return type.equals(Codecs.STRING.name()) || type.equals(Codecs.BYTES.name()) || !Codecs.isBuiltIn(type);
    }

    /** @throws SssException INVALID_ARGUMENT, CORRUPT */
    T of(byte[] bytes, int offset, int length) {
        if (check != null) {
            check.decode(bytes, offset, length);
        }
        if (literal || plain && indexOfSlash(bytes, offset, offset + length) < 0) {
            return codec.decode(bytes, offset, length);
        }
        if (plain) {
            unescape(bytes, offset, offset + length);
            return codec.decode(unescaped.array(), 0, unescaped.size());
        }
        byte[] encoded = text.parse(text(bytes, offset, length));
        return codec.decode(encoded, 0, encoded.length);
    }

    /** Decodes UTF-8, since names of fields need not be ASCII; otherwise escapes the bytes. */
    private String text(byte[] bytes, int offset, int length) {
        try {
            return utf8.decode(ByteBuffer.wrap(bytes, offset, length)).toString();
        } catch (CharacterCodingException e) {
            return ascii(bytes, offset, length);
        }
    }

    /**
     * Escapes all bytes other than ASCII, so that bytes in records are preserved, UTF-8 or not; a backslash before one
     * is still an error.
     */
    private static String ascii(byte[] bytes, int offset, int length) {
        StringBuilder text = new StringBuilder(length);
        boolean afterBackslash = false;
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] >= 0 || afterBackslash) {
                text.append((char) (bytes[i] & 0xFF));
            } else {
                text.append("\\x").append(Integer.toHexString(bytes[i] & 0xFF));
            }
            afterBackslash = bytes[i] == '\\' && !afterBackslash;
        }
        return text.toString();
    }

    private static int indexOfSlash(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\\') {
                return i;
            }
        }
        return -1;
    }

    private void unescape(byte[] bytes, int from, int to) {
        unescaped.clear();
        int at = from;
        for (int slash; (slash = indexOfSlash(bytes, at, to)) >= 0; ) {
            unescaped.write(bytes, at, slash - at);
            int kind = slash + 1 < to ? bytes[slash + 1] : 0;
            unescaped.writeByte(kind == 'x' ? hexByte(bytes, slash + 2, to) : simple(kind));
            at = slash + (kind == 'x' ? 4 : 2);
        }
        unescaped.write(bytes, at, to - at);
    }

    private static int simple(int kind) {
        return switch (kind) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case '\\', '"' -> kind;
            default -> throw noEscape();
        };
    }

    private static int hexByte(byte[] bytes, int at, int to) {
        int high = at + 1 < to ? Character.digit(bytes[at], 16) : -1;
        int low = high < 0 ? -1 : Character.digit(bytes[at + 1], 16);
        if (low < 0) {
            throw noEscape();
        }
        return high << 4 | low;
    }

    private static SssException noEscape() {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "a backslash starts none of \\t \\n \\r \\\\ \\\" \\xHH;" + " write \\\\ for a" + " backslash");
    }

    @Override
    public String toString() {
        return codec.name();
    }
}
