package org.sss.server.task.output;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sss.net.block.BigEndian;

/**
 * Accesses the backing bytes of ASCII strings, which are their encoding: read in place, a string costs little more than
 * {@link org.sss.api.Bytes}. Java exposes them only to programs started with
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}, as the launcher does. Without it, or with a different string
 * layout, they are not accessible, and strings are encoded character by character. Read-only. Stateless.
 */
final class StringBytes {
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
    /** Null if the bytes are not accessible. */
    private static final VarHandle VALUE = value();

    private StringBytes() {}

    private static VarHandle value() {
        try {
            VarHandle value = MethodHandles.privateLookupIn(String.class, MethodHandles.lookup())
                    .findVarHandle(String.class, "value", byte[].class);
            return isAsExpected(value) ? value : null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** Checks the layout: one byte per character if all are below U+0100, else two. */
    private static boolean isAsExpected(VarHandle value) {
        byte[] bytes = (byte[]) value.get("word");
        return bytes.length == 4
                && bytes[0] == 'w'
                && bytes[3] == 'd'
                && ((byte[]) value.get("w\u0101")).length == 4
                && ((byte[]) value.get("\u00E9")).length == 1;
    }

    static boolean areVisible() {
        return VALUE != null;
    }

    /**
     * Returns null if the string has characters above U+00FF, is null, or
     * {@linkplain #areVisible bytes are not accessible}.
     */
    static byte[] of(String text) {
        VarHandle value = VALUE;
        if (value == null || text == null) {
            return null;
        }
        byte[] bytes = (byte[]) value.get(text);
        return bytes.length == text.length() ? bytes : null;
    }

    /** Returns the backing bytes, or null if they are not the encoding. */
    static byte[] ofAscii(String text) {
        byte[] bytes = of(text);
        return bytes != null && isAscii(bytes) ? bytes : null;
    }

    static boolean isAscii(byte[] bytes) {
        int last = bytes.length - Long.BYTES;
        if (last < 0) {
            return isAscii(BigEndian.prefix(bytes, 0, bytes.length));
        }
        long all = BigEndian.getLong(bytes, last);
        for (int i = 0; i < last; i += Long.BYTES) {
            all |= BigEndian.getLong(bytes, i);
        }
        return isAscii(all);
    }

    /** Of eight bytes. */
    static boolean isAscii(long word) {
        return (word & NOT_ASCII) == 0;
    }
}
