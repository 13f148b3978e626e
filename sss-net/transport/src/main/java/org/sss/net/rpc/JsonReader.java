package org.sss.net.rpc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Reads one JSON document (RFC 8259) from bytes in UTF-8, value by value, as its caller expects them. All that is not
 * JSON is an error, also in values that are skipped. Used by one thread.
 */
final class JsonReader {
    private static final int MAX_DEPTH = 1000;
    private static final int END = -1;
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;

    private final byte[] bytes;
    private int at;
    private int depth;
    /** Whether the object or array has just been opened, so that no comma precedes what comes next. */
    private boolean isFirst;

    JsonReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Opens an object or array. */
    void start(char bracket) throws JsonException {
        if (peek() != bracket) {
            throw wrong("'" + bracket + "'");
        }
        if (++depth > MAX_DEPTH) {
            throw new JsonException("the document is nested too deep, more than " + MAX_DEPTH + " levels");
        }
        at++;
        isFirst = true;
    }

    /**
     * Returns whether another element or property follows in the object or array that was opened last; if not, it is
     * closed.
     */
    boolean hasMore(char bracket) throws JsonException {
        int next = peek();
        if (next == bracket) {
            at++;
            depth--;
            isFirst = false;
            return false;
        }
        if (!isFirst) {
            take(',', "',' or '" + bracket + "'");
            peek();
        }
        isFirst = false;
        return true;
    }

    /**
     * Takes a name and its colon if they come next in exactly this form.
     *
     * @param quoted as {@link JsonWriter#quoted} returns it
     */
    boolean takeName(byte[] quoted) {
        if (bytes.length - at < quoted.length) {
            return false;
        }
        for (int i = 0; i < quoted.length; i++) {
            if (bytes[at + i] != quoted[i]) {
                return false;
            }
        }
        at += quoted.length;
        return true;
    }

    String name() throws JsonException {
        String name = string("a name in quotes");
        take(':', "':'");
        return name;
    }

    boolean takeNull() throws JsonException {
        return peek() == 'n' && takeWord("null");
    }

    boolean bool() throws JsonException {
        int next = peek();
        if (next == 't' && takeWord("true")) {
            return true;
        }
        if (next == 'f' && takeWord("false")) {
            return false;
        }
        throw wrong("true or false");
    }

    long whole(long min, long max) throws JsonException {
        peek();
        int start = at;
        boolean isNegative = takeByte('-');
        int digits = at;
        long negative = 0;
        for (; isDigit(); at++) {
            int digit = bytes[at] - '0';
            if (negative < (Long.MIN_VALUE + digit) / 10) {
                throw outOfRange(start, min, max);
            }
            negative = negative * 10 - digit;
        }
        boolean isWhole =
                at > digits && (bytes[digits] != '0' || at == digits + 1) && !isAt('.') && !isAt('e') && !isAt('E');
        if (!isWhole) {
            at = at == bytes.length ? at : start;
            throw wrong("a whole number");
        }
        if (isNegative ? negative < min : negative == Long.MIN_VALUE || -negative > max) {
            throw outOfRange(start, min, max);
        }
        return isNegative ? negative : -negative;
    }

    private JsonException outOfRange(int start, long min, long max) {
        return new JsonException("a number from " + min + " to " + max + " expected at byte " + start);
    }

    /** Returns a number, or one in quotes, such as {@code "NaN"}. */
    double decimal() throws JsonException {
        int next = peek();
        int start = at;
        try {
            return next == '"' ? Double.parseDouble(string("a number")) : Double.parseDouble(number());
        } catch (NumberFormatException e) {
            at = start;
            throw wrong("a number");
        }
    }

    private String number() throws JsonException {
        peek();
        int start = at;
        takeByte('-');
        if (!takeByte('0')) {
            takeDigits();
        }
        if (takeByte('.')) {
            takeDigits();
        }
        if (takeByte('e') || takeByte('E')) {
            if (!takeByte('+')) {
                takeByte('-');
            }
            takeDigits();
        }
        return latin1(start, at);
    }

    private void takeDigits() throws JsonException {
        if (!isDigit()) {
            throw wrong("a digit");
        }
        while (isDigit()) {
            at++;
        }
    }

    byte[] binary() throws JsonException {
        peek();
        int start = at;
        try {
            return Base64.getDecoder().decode(string("a string of Base64"));
        } catch (IllegalArgumentException e) {
            at = start;
            throw wrong("a string of Base64");
        }
    }

    /** @param what is expected, for the error */
    String string(String what) throws JsonException {
        if (peek() != '"') {
            throw wrong(what);
        }
        int start = ++at;
        for (; at < bytes.length; at++) {
            byte b = bytes[at];
            if (b == '"') {
                return latin1(start, at++);
            }
            if (b < ' ' || b == '\\') {
                return anyString(start);
            }
        }
        throw wrong("'\"'");
    }

    /** Returns the string from {@code start} on, of which the bytes before {@link #at} are ASCII. */
    private String anyString(int start) throws JsonException {
        StringBuilder text = new StringBuilder();
        int unread = start;
        for (; at < bytes.length; at++) {
            byte b = bytes[at];
            if (b == '"') {
                return text.append(utf8(unread, at++)).toString();
            }
            if (b == '\\') {
                text.append(utf8(unread, at));
                at++;
                text.append(escaped());
                unread = at + 1;
            } else if (b >= 0 && b < ' ') {
                throw wrong("an escape instead of a control character");
            }
        }
        throw wrong("'\"'");
    }

    /** Returns the character after a backslash; afterwards {@link #at} is at its last byte. */
    private char escaped() throws JsonException {
        return switch (at < bytes.length ? bytes[at] : END) {
            case '"' -> '"';
            case '\\' -> '\\';
            case '/' -> '/';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hexadecimal();
            default -> throw wrong("an escape");
        };
    }

    private char hexadecimal() throws JsonException {
        int code = 0;
        for (int i = 0; i < HEX_DIGITS; i++) {
            int digit = ++at < bytes.length ? Character.digit(bytes[at], HEX) : END;
            if (digit < 0) {
                throw wrong("a hexadecimal digit");
            }
            code = code * HEX + digit;
        }
        return (char) code;
    }

    private String utf8(int from, int to) throws JsonException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new JsonException("the string at byte " + from + " is not UTF-8");
        }
    }

    private String latin1(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Reads a value of any kind. */
    void skip() throws JsonException {
        switch (peek()) {
            case '{' -> {
                start('{');
                while (hasMore('}')) {
                    name();
                    skip();
                }
            }
            case '[' -> {
                start('[');
                while (hasMore(']')) {
                    skip();
                }
            }
            case '"' -> string("a string");
            case 't', 'f' -> bool();
            case 'n' -> takeNull();
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw wrong("a value");
        }
    }

    void end() throws JsonException {
        if (peek() != END) {
            throw wrong("nothing more");
        }
    }

    /** Returns the byte of the next token that is not a space, with {@link #at} at it, or {@link #END}. */
    private int peek() {
        for (; at < bytes.length; at++) {
            byte b = bytes[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b & 0xff;
            }
        }
        return END;
    }

    private void take(char expected, String what) throws JsonException {
        if (peek() != expected) {
            throw wrong(what);
        }
        at++;
    }

    /** Takes the word, which has to be here. */
    private boolean takeWord(String word) throws JsonException {
        for (int i = 0; i < word.length(); i++) {
            if (!takeByte(word.charAt(i))) {
                throw wrong("'" + word + "'");
            }
        }
        return true;
    }

    private boolean takeByte(char expected) {
        boolean isHere = isAt(expected);
        at += isHere ? 1 : 0;
        return isHere;
    }

    private boolean isAt(char expected) {
        return at < bytes.length && bytes[at] == expected;
    }

    private boolean isDigit() {
        return at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9';
    }

    /** Returns the error at the current byte. */
    JsonException wrong(String expected) {
        return new JsonException(
                at >= bytes.length
                        ? "the document is incomplete, it ends at byte " + at
                        : expected + " expected at byte " + at);
    }
}
