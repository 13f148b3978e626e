package org.sss.net.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Writes one JSON document in UTF-8, byte for byte as Jackson does. Its callers open and close objects and arrays in
 * the right order; commas are its own. Used by one thread.
 */
final class JsonWriter {
    private static final int FIRST_BYTES = 512;
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;
    /** Whether no comma precedes what comes next: it is the first in its object or array, or follows its name. */
    private boolean isFirst = true;

    /** Returns a name and its colon as they are written, for {@link #name(byte[])} and {@link JsonReader#takeName}. */
    static byte[] quoted(String name) {
        JsonWriter writer = new JsonWriter();
        writer.name(name);
        return writer.toBytes();
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    void startObject() {
        separate();
        put('{');
        isFirst = true;
    }

    void endObject() {
        put('}');
        isFirst = false;
    }

    void startArray() {
        separate();
        put('[');
        isFirst = true;
    }

    void endArray() {
        put(']');
        isFirst = false;
    }

    /** @param quoted with its colon */
    void name(byte[] quoted) {
        separate();
        put(quoted);
        isFirst = true;
    }

    void name(String name) {
        string(name);
        put(':');
        isFirst = true;
    }

    /** Writes one value that is JSON already. */
    void raw(byte[] json) {
        separate();
        put(json);
    }

    void nothing() {
        raw(NULL);
    }

    void bool(boolean value) {
        raw(value ? TRUE : FALSE);
    }

    void number(long value) {
        separate();
        if (value >= 0 && value < 10) {
            put('0' + (int) value);
        } else {
            ascii(Long.toString(value));
        }
    }

    /** NaN and infinities are written in quotes. */
    void number(double value) {
        if (Double.isFinite(value)) {
            separate();
            ascii(Double.toString(value));
        } else {
            string(Double.toString(value));
        }
    }

    /** Base64 in quotes. */
    void binary(byte[] value) {
        string(Base64.getEncoder().encodeToString(value));
    }

    /** An unpaired surrogate becomes a question mark. */
    void string(String value) {
        separate();
        reserve(value.length() + 2);
        int start = length;
        bytes[length++] = '"';
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                length = start;
                anyString(value.getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[length++] = (byte) c;
        }
        bytes[length++] = '"';
    }

    private void anyString(byte[] utf8) {
        put('"');
        for (byte b : utf8) {
            switch (b) {
                case '"', '\\' -> escape(b);
                case '\b' -> escape('b');
                case '\t' -> escape('t');
                case '\n' -> escape('n');
                case '\f' -> escape('f');
                case '\r' -> escape('r');
                default -> {
                    if (b >= 0 && b < ' ') {
                        ascii("\\u00" + HEX.toHexDigits(b));
                    } else {
                        put(b);
                    }
                }
            }
        }
        put('"');
    }

    private void escape(int letter) {
        put('\\');
        put(letter);
    }

    private void separate() {
        if (!isFirst) {
            put(',');
        }
        isFirst = false;
    }

    @SuppressWarnings("deprecation") // The characters are ASCII.
    private void ascii(String text) {
        reserve(text.length());
        text.getBytes(0, text.length(), bytes, length);
        length += text.length();
    }

    private void put(byte[] more) {
        reserve(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    private void put(int b) {
        reserve(1);
        bytes[length++] = (byte) b;
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), (int)
                    Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
    }
}
