package org.sss.api;

import java.util.Locale;

/** Writes strings as UTF-8 directly into a sink, without an intermediate array. Stateless. */
final class Utf8 {
    private static final int CHUNK_CHARS = 1024;

    private Utf8() {}

    static void append(String text, ByteSink sink) {
        int ascii = appendAscii(text, sink);
        for (int i = ascii; i < text.length(); ) {
            i = appendChunk(text, i, (int) Math.min(text.length(), (long) i + CHUNK_CHARS), sink);
        }
    }

    /** Appends the leading characters below 0x80 and returns their number. */
    private static int appendAscii(String text, ByteSink sink) {
        int length = text.length();
        sink.ensure(length);
        byte[] out = sink.array();
        int start = sink.size();
        int i = 0;
        while (i < length) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                break;
            }
            out[start + i++] = (byte) c;
        }
        sink.advance(i);
        return i;
    }

    /** Returns the index after the last character written: one after {@code to} if a surrogate pair ends there. */
    private static int appendChunk(String text, int from, int to, ByteSink sink) {
        sink.ensure(3 * (to - from) + 1);
        byte[] out = sink.array();
        int at = sink.size();
        int i = from;
        while (i < to) {
            char c = text.charAt(i);
            if (c < 0x80) {
                out[at++] = (byte) c;
            } else if (c < 0x800) {
                out[at++] = (byte) (0xC0 | c >> 6);
                out[at++] = continuation(c);
            } else if (!Character.isSurrogate(c)) {
                out[at++] = (byte) (0xE0 | c >> 12);
                out[at++] = continuation(c >> 6);
                out[at++] = continuation(c);
            } else {
                int point = pairAt(text, i++);
                out[at++] = (byte) (0xF0 | point >> 18);
                out[at++] = continuation(point >> 12);
                out[at++] = continuation(point >> 6);
                out[at++] = continuation(point);
            }
            i++;
        }
        sink.advance(at - sink.size());
        return i;
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | bits & 0x3F);
    }

    private static int pairAt(String text, int index) {
        int point = text.codePointAt(index);
        if (point < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a string of " + text.length()
                            + " characters has an unpaired surrogate U+"
                            + Integer.toHexString(point).toUpperCase(Locale.ROOT)
                            + " at index "
                            + index + ", which UTF-8 cannot encode; use Codecs.BYTES for bytes that are not text");
        }
        return point;
    }
}
