package org.sss.io;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.RecordView;

/**
 * Encoded keys or values of one type as JSON: numbers and booleans as such (what is infinite or no number as a string), text
 * as strings, other bytes as {@code {"base64": ...}}, records as objects. One thread at a time.
 */
public final class JsonForm {
    private static final String HEX = "0123456789abcdef";

    private final Codec<?> codec;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();

    /** @param type as {@link Codec#name()} gives; one that is not built in is taken as bytes */
    public JsonForm(String type) {
        codec = Codecs.byName(type);
    }

    /** Appends the object that {@code bytes[offset, offset + length)} encodes. @throws org.sss.api.SssException CORRUPT */
    public void append(byte[] bytes, int offset, int length, ByteSink out) {
        if (codec == Codecs.STRING || codec == Codecs.BYTES) {
            text(bytes, offset, length, out);
        } else {
            append(codec.decode(bytes, offset, length), out);
        }
    }

    private void append(Object object, ByteSink out) {
        if (object instanceof RecordView view) {
            record(view, out);
        } else if (object instanceof Bytes bytes) {
            text(bytes.array(), bytes.offset(), bytes.length(), out);
        } else if (object instanceof String string) {
            quoted(string.getBytes(StandardCharsets.UTF_8), out);
        } else if (object instanceof Double number && !Double.isFinite(number)) {
            quoted(number.toString().getBytes(StandardCharsets.UTF_8), out);
        } else {
            ascii(object.toString(), out);
        }
    }

    private void record(RecordView view, ByteSink out) {
        out.writeByte('{');
        for (int i = 0; i < view.names().size(); i++) {
            if (i > 0) {
                out.writeByte(',');
            }
            quoted(view.names().get(i).getBytes(StandardCharsets.UTF_8), out);
            out.writeByte(':');
            append(view.values().get(i), out);
        }
        out.writeByte('}');
    }

    private void text(byte[] bytes, int offset, int length, ByteSink out) {
        if (isUtf8(bytes, offset, length)) {
            quoted(bytes, offset, length, out);
        } else {
            ascii("{\"base64\":\"", out);
            out.write(Base64.getEncoder().encode(Arrays.copyOfRange(bytes, offset, offset + length)));
            ascii("\"}", out);
        }
    }

    /** Mostly all is ASCII, which needs no decoder. */
    private boolean isUtf8(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] < 0) {
                return isWellFormed(ByteBuffer.wrap(bytes, offset, length));
            }
        }
        return true;
    }

    private boolean isWellFormed(ByteBuffer bytes) {
        try {
            utf8.decode(bytes);
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static void quoted(byte[] bytes, ByteSink out) {
        quoted(bytes, 0, bytes.length, out);
    }

    private static void quoted(byte[] bytes, int offset, int length, ByteSink out) {
        out.writeByte('"');
        int written = offset;
        for (int i = offset; i < offset + length; i++) {
            byte b = bytes[i];
            if (b >= 0 && (b < 0x20 || b == '"' || b == '\\')) {
                out.write(bytes, written, i - written);
                escape(b, out);
                written = i + 1;
            }
        }
        out.write(bytes, written, offset + length - written);
        out.writeByte('"');
    }

    private static void escape(byte b, ByteSink out) {
        out.writeByte('\\');
        switch (b) {
            case '"', '\\' -> out.writeByte(b);
            case '\n' -> out.writeByte('n');
            case '\r' -> out.writeByte('r');
            case '\t' -> out.writeByte('t');
            default -> {
                ascii("u00", out);
                out.writeByte(HEX.charAt(b >> 4));
                out.writeByte(HEX.charAt(b & 0xF));
            }
        }
    }

    static void ascii(String text, ByteSink out) {
        for (int i = 0; i < text.length(); i++) {
            out.writeByte(text.charAt(i));
        }
    }
}
