package org.sss.net.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** JSON as it is being written. One thread. */
final class JsonOut {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[512];
    private int length;

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** A character of ASCII, as it is. */
    void character(char c) {
        reserve(1);
        bytes[length++] = (byte) c;
    }

    /** Bytes as they are. */
    void raw(byte[] text) {
        reserve(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    /** A number, or another word of ASCII. */
    void word(String word) {
        raw(word.getBytes(StandardCharsets.ISO_8859_1));
    }

    void base64(byte[] value) {
        character('"');
        raw(Base64.getEncoder().encode(value));
        character('"');
    }

    /** A string in quotes. What is no character, half of a pair, becomes a question mark. */
    void string(String text) {
        // Nothing becomes more than six bytes: an escape, or half of a pair.
        reserve(Math.addExact(Math.multiplyExact(text.length(), 6), 2));
        bytes[length++] = '"';
        int end = text.length();
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                unicode(text.substring(i));
                break;
            }
            ascii(c);
        }
        bytes[length++] = '"';
    }

    private void unicode(String text) {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b < 0) {
                bytes[length++] = b;
            } else {
                ascii((char) b);
            }
        }
    }

    private void ascii(char c) {
        if (c == '"' || c == '\\') {
            bytes[length++] = '\\';
            bytes[length++] = (byte) c;
        } else if (c >= ' ') {
            bytes[length++] = (byte) c;
        } else {
            control(c);
        }
    }

    private void control(char c) {
        int letter = "\b\t\n\f\r".indexOf(c);
        bytes[length++] = '\\';
        if (letter >= 0) {
            bytes[length++] = (byte) "btnfr".charAt(letter);
            return;
        }
        bytes[length++] = 'u';
        bytes[length++] = '0';
        bytes[length++] = '0';
        bytes[length++] = HEX[c >> 4];
        bytes[length++] = HEX[c & 0xf];
    }

    private void reserve(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * Math.min(bytes.length, Integer.MAX_VALUE / 4)));
        }
    }
}
