package org.sss.api;

/**
 * Converts bytes to text and back: tab, newline, carriage return and backslash become {@code \t \n \r \\}, the other
 * characters below 0x20 and 0x7F become {@code \xHH}; all other bytes, UTF-8 or not, are unchanged. Stateless.
 */
final class TextEscapes {
    private static final String HEX = "0123456789abcdef";

    private TextEscapes() {}

    static void append(byte[] bytes, int offset, int length, ByteSink out) {
        append(bytes, offset, offset + length, false, out);
    }

    /** Appends the bytes in quotation marks; quotation marks in the text are escaped as {@code \"}. */
    static void appendQuoted(byte[] bytes, int offset, int length, ByteSink out) {
        out.writeByte('"');
        append(bytes, offset, offset + length, true, out);
        out.writeByte('"');
    }

    private static void append(byte[] bytes, int from, int to, boolean quoted, ByteSink out) {
        int written = from;
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            if (b >= 0 && (b < 0x20 || b == '\\' || b == 0x7F || quoted && b == '"')) {
                out.write(bytes, written, i - written);
                appendEscape(b, out);
                written = i + 1;
            }
        }
        out.write(bytes, written, to - written);
    }

    private static void appendEscape(byte b, ByteSink out) {
        out.writeByte('\\');
        switch (b) {
            case '\t' -> out.writeByte('t');
            case '\n' -> out.writeByte('n');
            case '\r' -> out.writeByte('r');
            case '\\', '"' -> out.writeByte(b);
            default -> {
                out.writeByte('x');
                out.writeByte(HEX.charAt(b >> 4));
                out.writeByte(HEX.charAt(b & 0xF));
            }
        }
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a backslash that starts no escape */
    static byte[] parse(String text) {
        ByteSink out = new ByteSink(text.length());
        int from = 0;
        for (int slash = text.indexOf('\\'); slash >= 0; slash = text.indexOf('\\', from)) {
            Utf8.append(text.substring(from, slash), out);
            char kind = slash + 1 < text.length() ? text.charAt(slash + 1) : 0;
            out.writeByte(kind == 'x' ? hexByte(text, slash) : simple(kind, text, slash));
            from = slash + (kind == 'x' ? 4 : 2);
        }
        Utf8.append(text.substring(from), out);
        return out.toByteArray();
    }

    private static int simple(char kind, String text, int slash) {
        return switch (kind) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case '\\', '"' -> kind;
            default -> throw noEscape(text, slash);
        };
    }

    private static int hexByte(String text, int slash) {
        int high = slash + 3 < text.length() ? Character.digit(text.charAt(slash + 2), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(text.charAt(slash + 3), 16);
        if (low < 0) {
            throw noEscape(text, slash);
        }
        return high << 4 | low;
    }

    private static SssException noEscape(String text, int slash) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "'" + text + "' has a backslash at index " + slash
                        + " that starts none of \\t \\n \\r \\\\ \\\" \\xHH; write \\\\ for a backslash");
    }
}
