package org.sss.client.model;

import java.nio.charset.StandardCharsets;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;

/** What keys or values are. The natural order of each is that of its encodings. */
enum Kind {
    LONG(Codecs.LONG),
    TEXT(Codecs.STRING),
    INT(Codecs.INT),
    DOUBLE(Codecs.DOUBLE),
    BYTES(Codecs.BYTES),
    RECORD(Codecs.record(Two.class));

    private static final int LONG_TEXT = 5_000;
    private static final int LONGER_THAN_A_BLOCK = 40_000;
    private static final int LONGER_THAN_A_PIECE = 300_000;

    private final Codec<?> codec;

    Kind(Codec<?> codec) {
        this.codec = codec;
    }

    /** Of two fields, of which the first one may be of any length. */
    record Two(String text, int number) implements Comparable<Two> {
        @Override
        public int compareTo(Two other) {
            int byText = text.compareTo(other.text);
            return byText != 0 ? byText : Integer.compare(number, other.number);
        }
    }

    Codec<?> codec() {
        return codec;
    }

    /** A number for an object of any kind. */
    static long number(Object object) {
        return object instanceof Long n ? n : object.hashCode();
    }

    /** What outlives the call that an object was given to. */
    static Object kept(Object object) {
        return object instanceof Bytes view ? view.copy() : object;
    }

    /** Whether it is one text or number. */
    boolean isPlain() {
        return this != BYTES && this != RECORD;
    }

    /** Of a plain kind, from what it is in files. */
    Object parsed(String text) {
        return switch (this) {
            case LONG -> (Object) Long.parseLong(text);
            case INT -> Integer.parseInt(text);
            case DOUBLE -> Double.parseDouble(text);
            case TEXT -> text;
            default -> throw new IllegalArgumentException(name());
        };
    }

    /** A different one for each small number, empty for 0 if it can be. */
    Object key(long n) {
        String text =
                n == 0 ? "" : "key " + n + "/" + (n % 50 == 7 ? "-".repeat(LONG_TEXT) : "x".repeat((int) (n % 40)));
        return switch (this) {
            case LONG -> n - 3;
            case INT -> (int) n - 3;
            case DOUBLE -> half(n);
            case TEXT -> text;
            case BYTES -> bytes(text);
            case RECORD -> new Two(text.replace('x', '\0'), (int) n % 5);
        };
    }

    Object value(long n) {
        return switch (this) {
            case LONG -> n;
            case INT -> (int) n;
            case DOUBLE -> half(n);
            case TEXT -> text(n);
            case BYTES -> bytes(text(n));
            case RECORD -> new Two(text(n).replace('1', '\0'), (int) n);
        };
    }

    /** Below zero for odd ones. There is no -0.0, which is stored as 0.0. */
    private static double half(long n) {
        return (n % 2 == 0 ? 0.5 : -0.5) * n;
    }

    private static Bytes bytes(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Of all lengths; the order of chars is that of UTF-8. */
    private static String text(long n) {
        return Math.floorMod(n, 13) == 5
                ? ""
                : Long.toString(n, Character.MAX_RADIX)
                        + (Math.floorMod(n, 11) == 3 ? "\"\n,\t\\\r;" : "")
                        + "\u00e9".repeat(Math.floorMod(n, 4))
                        + "~".repeat(more(n));
    }

    private static int more(long n) {
        return Math.floorMod(n, 997) == 0
                ? LONG_TEXT
                : Math.floorMod(n, 9_973) == 17
                        ? LONGER_THAN_A_BLOCK
                        : Math.floorMod(n, 99_991) == 18 ? LONGER_THAN_A_PIECE : 0;
    }
}
