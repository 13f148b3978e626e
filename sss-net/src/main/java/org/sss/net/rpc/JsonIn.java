package org.sss.net.rpc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** JSON as it is being read. One thread. Whatever is wrong is a {@link JsonException}. */
final class JsonIn {
    private static final int MAX_DEPTH = 500;

    private final byte[] json;
    private int at;

    JsonIn(byte[] json) {
        this.json = json;
    }

    /** The next byte that is no space, or -1 at the end; it stays the next one. */
    private int next() {
        while (at < json.length && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
            at++;
        }
        return at < json.length ? json[at] : -1;
    }

    boolean takeIf(char c) {
        if (next() != c) {
            return false;
        }
        at++;
        return true;
    }

    void take(char c) {
        if (!takeIf(c)) {
            throw wrong("'" + c + "'");
        }
    }

    /** Whether {@code bytes} come next, which are then read. */
    boolean takeIf(byte[] bytes) {
        next();
        int end = at + bytes.length;
        if (end > json.length || !Arrays.equals(json, at, end, bytes, 0, bytes.length)) {
            return false;
        }
        at = end;
        return true;
    }

    void end() {
        if (next() >= 0) {
            throw wrong("nothing more");
        }
    }

    JsonException wrong(String expected) {
        return new JsonException(expected + " expected at byte " + at + " of " + json.length);
    }

    /** A number, or another word without quotes: letters, digits, signs and points. */
    String word() {
        next();
        int start = at;
        while (at < json.length && isOfWord(json[at])) {
            at++;
        }
        if (at == start) {
            throw wrong("a value");
        }
        return new String(json, start, at - start, StandardCharsets.ISO_8859_1);
    }

    private static boolean isOfWord(byte b) {
        return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '-' || b == '+' || b == '.';
    }

    boolean isString() {
        return next() == '"';
    }

    byte[] base64() {
        try {
            return Base64.getDecoder().decode(string());
        } catch (IllegalArgumentException e) {
            throw wrong("Base64");
        }
    }

    String string() {
        take('"');
        int start = at;
        int signs = 0;
        for (; at < json.length; at++) {
            byte b = json[at];
            if (b == '"') {
                String text = signs < 0 ? utf8(start, at) : new String(json, start, at - start, StandardCharsets.ISO_8859_1);
                at++;
                return text;
            }
            if (b == '\\') {
                return escaped(start);
            }
            if (b >= 0 && b < ' ') {
                throw wrong("a printable character");
            }
            signs |= b;
        }
        throw wrong("the end of a string");
    }

    private String utf8(int start, int end) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json, start, end - start)).toString();
        } catch (CharacterCodingException e) {
            throw wrong("UTF-8");
        }
    }

    /** The string that has begun at {@code start}, at its first escape. */
    private String escaped(int start) {
        StringBuilder text = new StringBuilder();
        int plain = start;
        for (; at < json.length && json[at] != '"'; at++) {
            if (json[at] == '\\') {
                text.append(utf8(plain, at++)).append(escape());
                plain = at + 1;
            } else if (json[at] >= 0 && json[at] < ' ') {
                throw wrong("a printable character");
            }
        }
        text.append(utf8(plain, Math.min(at, json.length)));
        take('"');
        return text.toString();
    }

    /** What stands behind a backslash; its last byte stays the current one. */
    private char escape() {
        int c = at < json.length ? json[at] : -1;
        int letter = c < 0 ? -1 : "\"\\/bfnrt".indexOf(c);
        if (letter >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(letter);
        }
        if (c != 'u' || at + 4 >= json.length) {
            throw wrong("an escape");
        }
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(json[++at], 16);
            if (digit < 0) {
                throw wrong("a hexadecimal digit");
            }
            code = code << 4 | digit;
        }
        return (char) code;
    }

    /** Reads a value of any kind that nobody wants. */
    void skip() {
        skip(0);
    }

    private void skip(int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong("less depth");
        }
        if (isString()) {
            string();
        } else if (takeIf('[')) {
            if (!takeIf(']')) {
                do {
                    skip(depth + 1);
                } while (takeIf(','));
                take(']');
            }
        } else if (takeIf('{')) {
            skipProperties(depth);
        } else {
            JsonForm.checkWord(word(), this);
        }
    }

    private void skipProperties(int depth) {
        if (takeIf('}')) {
            return;
        }
        do {
            string();
            take(':');
            skip(depth + 1);
        } while (takeIf(','));
        take('}');
    }
}
