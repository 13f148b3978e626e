package org.sss.api;

import java.util.Objects;

/**
 * The codecs that come with SSS. All keep the order: comparing two encodings as unsigned bytes gives the natural order of
 * the objects. All constants are stateless and may be shared between threads.
 */
public final class Codecs {
    /**
     * Strings as UTF-8. Encoding a string with an unpaired surrogate is an {@link ErrorCode#INVALID_ARGUMENT}. Decoding
     * never fails: malformed UTF-8, as may be met in text files, becomes U+FFFD; use {@link #BYTES} for the exact bytes.
     */
    public static final Codec<String> STRING = StringCodec.INSTANCE;

    /**
     * Bytes as they are. Inside a task (see {@link Codec#forTask()}) the decoded object is a view, valid until the mapper,
     * reducer or combiner that received it returns and, for values of a reducer, until the next value;
     * {@link Bytes#copy()} keeps it. Elsewhere it is a copy.
     */
    public static final Codec<Bytes> BYTES = BytesCodec.INSTANCE;

    /** Bytes as they are, each decoding a new array: simpler and slower than {@link #BYTES}, with the same type name. */
    public static final Codec<byte[]> BYTE_ARRAY = ByteArrayCodec.INSTANCE;

    /** Ints in four bytes, see {@link IntCodec}. */
    public static final Codec<Integer> INT = IntCodec.INSTANCE;

    /** Longs in eight bytes, see {@link LongCodec}. */
    public static final Codec<Long> LONG = LongCodec.INSTANCE;

    /** Doubles in eight bytes, see {@link DoubleCodec}. */
    public static final Codec<Double> DOUBLE = DoubleCodec.INSTANCE;

    private Codecs() {}

    /**
     * Records with fields of type {@code String}, {@code byte[]}, {@link Bytes}, {@code boolean}, {@code char}, {@code byte}, {@code short},
     * {@code int}, {@code long}, {@code float}, {@code double} (or their boxes), {@code BigDecimal}, {@code Instant}, {@code LocalDate},
     * {@code UUID}, enums, records of those, and {@code List}, {@code Set}, {@code Map} and {@code Optional} of those. Encodings are ordered by
     * the first field, then the second, and so on; a record with a {@code BigDecimal}, {@code Set} or {@code Map} is a value only, as these
     * have no order. An enum is ordered by its name, a UUID by its text. A decoded record owns what it holds, and its collections cannot be
     * changed. Fields and elements must not be null.
     *
     * <p>The type name has names and types of the fields, but not that of the class:
     * {@code record(p:record(x:double,y:double),n:int)}. To rename a field is to make another type.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when a field has another type or the class is not accessible
     */
    public static <R extends Record> Codec<R> record(Class<R> recordClass) {
        return new RecordCodec<>(recordClass, false);
    }

    /**
     * The codec for a type name, for tools that have no user classes: the constants of this class ({@link #BYTES} for
     * {@code bytes}), a codec of {@link RecordView} for a record, and {@link #BYTES} for any name that is not
     * {@linkplain #isBuiltIn built in}.
     */
    public static Codec<?> byName(String typeName) {
        BuiltInType type = BuiltInType.ofKeyOrValue(typeName).orElse(BuiltInType.Scalar.BYTES);
        if (type instanceof BuiltInType.Fields fields) {
            return new RecordViewCodec(fields);
        }
        return switch ((BuiltInType.Scalar) type) {
            case STRING -> STRING;
            case INT -> INT;
            case LONG -> LONG;
            case DOUBLE -> DOUBLE;
            default -> BYTES;
        };
    }

    /**
     * The encodings of another type as they are, for functions that pass on what they do not look into: reads and writes
     * groups of that type. Otherwise as {@link #BYTES}.
     */
    public static Codec<Bytes> encoded(Codec<?> type) {
        return encoded(type.name());
    }

    /** As {@link #encoded(Codec)} by the {@linkplain Codec#name() name} of the type. */
    public static Codec<Bytes> encoded(String typeName) {
        return BytesCodec.named(Objects.requireNonNull(typeName));
    }

    /**
     * Ends the validity of the views that {@code codec} has decoded, and those from its {@link Codec#forTask()}: for who gives views to other
     * code and is about to use the bytes for something else. Does nothing for other codecs than those of {@link #isEncoded}.
     */
    public static void endViews(Codec<?> codec) {
        if (codec instanceof BytesCodec bytes) {
            bytes.endViews();
        }
    }

    /** Whether {@code codec} is {@link #BYTES} or one of {@link #encoded}, whose encodings are the bytes themselves. */
    public static boolean isEncoded(Codec<?> codec) {
        return codec instanceof BytesCodec;
    }

    /**
     * For objects that are kept, such as those of a group that is held as a map: decodes as {@code codec} does, to objects that no later
     * decoding changes, even where the codec breaks its contract and decodes into one object again and again.
     */
    public static <T> Codec<T> keeping(Codec<T> codec) {
        Object known = codec;
        boolean makesNew = known == STRING || known == BYTES || known == BYTE_ARRAY || known == INT || known == LONG || known == DOUBLE
                || known instanceof RecordCodec;
        return makesNew ? codec : new OwnObjects<>(codec);
    }

    /**
     * Whether a job may read what was written with codec {@code storedName} with one named {@code declaredName}: the same
     * name, or {@code bytes}, which takes any encoding as it is.
     */
    public static boolean canRead(String declaredName, String storedName) {
        return declaredName.equals(storedName) || declaredName.equals(BYTES.name());
    }

    /** Whether {@code typeName} is the name of a codec of this class rather than of a user's. */
    public static boolean isBuiltIn(String typeName) {
        return BuiltInType.ofKeyOrValue(typeName).isPresent();
    }

    static SssException wrongSize(String type, int expected, int found) {
        String article = type.startsWith("i") ? "an " : "a ";
        return new SssException(ErrorCode.CORRUPT, article + type + " takes " + expected + " bytes, found " + found
                + "; the tuple was not written with this codec or is damaged");
    }
}
