package org.sss.server.task.output;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sss.net.block.BigEndian;

/**
 * The bytes behind a string of ASCII characters, which are its encoding already: read where they are, a string costs little more
 * than {@link org.sss.api.Bytes}. Java shows them only to programs started with {@code --add-opens java.base/java.lang=ALL-UNNAMED},
 * as the launcher does. Without it, or on a Java whose strings are made otherwise, there are none, and strings are encoded character
 * by character. Nobody may write into them. Stateless.
 */
final class StringBytes {
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
    /** Null when they are not to be had. */
    private static final VarHandle VALUE = value();

    private StringBytes() {
    }

    private static VarHandle value() {
        try {
            VarHandle value = MethodHandles.privateLookupIn(String.class, MethodHandles.lookup())
                    .findVarHandle(String.class, "value", byte[].class);
            return isAsExpected(value) ? value : null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** A byte for each character below U+0100 if all are, else two for each. */
    private static boolean isAsExpected(VarHandle value) {
        byte[] bytes = (byte[]) value.get("word");
        return bytes.length == 4 && bytes[0] == 'w' && bytes[3] == 'd'
                && ((byte[]) value.get("w\u0101")).length == 4 && ((byte[]) value.get("\u00E9")).length == 1;
    }

    static boolean areVisible() {
        return VALUE != null;
    }

    /** Null when it has other characters than those below U+0100, is null, or {@linkplain #areVisible none are to be had}. */
    static byte[] of(String text) {
        VarHandle value = VALUE;
        if (value == null || text == null) {
            return null;
        }
        byte[] bytes = (byte[]) value.get(text);
        return bytes.length == text.length() ? bytes : null;
    }

    /** Null when they are not its encoding. */
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
