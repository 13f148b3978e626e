package org.sss.api;

import java.util.Objects;

/**
 * The built-in codecs. All preserve order: comparing two encodings as unsigned bytes gives the natural order of the
 * objects. All constants are stateless and may be shared between threads.
 */
public final class Codecs {
    /**
     * Strings as UTF-8. Encoding a string with an unpaired surrogate fails with {@link ErrorCode#INVALID_ARGUMENT}.
     * Decoding never fails: malformed UTF-8, which text files may contain, becomes U+FFFD; use {@link #BYTES} for the
     * exact bytes.
     */
    public static final Codec<String> STRING = StringCodec.INSTANCE;

    /**
     * Bytes, unchanged. Inside a task (see {@link Codec#forTask()}) the decoded object is a view, valid until the
     * mapper, reducer or combiner that received it returns and, for values of a reducer, until the next value; use
     * {@link Bytes#copy()} to retain it. Elsewhere it is a copy.
     */
    public static final Codec<Bytes> BYTES = BytesCodec.INSTANCE;

    /**
     * Bytes, unchanged; each decoding returns a new array. Simpler and slower than {@link #BYTES}, with the same type
     * name.
     */
    public static final Codec<byte[]> BYTE_ARRAY = ByteArrayCodec.INSTANCE;

    /** Ints in four bytes, see {@link IntCodec}. */
    public static final Codec<Integer> INT = IntCodec.INSTANCE;

    /** Longs in eight bytes, see {@link LongCodec}. */
    public static final Codec<Long> LONG = LongCodec.INSTANCE;

    /** Doubles in eight bytes, see {@link DoubleCodec}. */
    public static final Codec<Double> DOUBLE = DoubleCodec.INSTANCE;

    private Codecs() {}

    /**
     * Returns a codec of records with fields of type {@code String}, {@code byte[]}, {@link Bytes}, {@code boolean},
     * {@code char}, {@code byte}, {@code short}, {@code int}, {@code long}, {@code float}, {@code double} (or their
     * boxes), {@code BigDecimal}, {@code Instant}, {@code LocalDate}, {@code UUID}, enums, records of those, and
     * {@code List}, {@code Set}, {@code Map} and {@code Optional} of those. Encodings are ordered by the first field,
     * then the second, and so on; a record with a {@code BigDecimal}, {@code Set} or {@code Map} is a value only, as
     * these have no order. An enum is ordered by its name, a UUID by its text. A decoded record owns its field values,
     * and its collections are unmodifiable. Fields and elements must not be null.
     *
     * <p>The type name contains the names and types of the fields, but not the name of the class:
     * {@code record(p:record(x:double,y:double),n:int)}. Renaming a field makes another type.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if a field has another type or the class is not
     *     accessible
     */
    public static <R extends Record> Codec<R> record(Class<R> recordClass) {
        return new RecordCodec<>(recordClass, false);
    }

    /**
     * Returns the codec of a type name, for tools that do not have the user's classes: the constants of this class
     * ({@link #BYTES} for {@code bytes}), a codec of {@link RecordView} for a record, and {@link #BYTES} for any name
     * that is not {@linkplain #isBuiltIn built in}.
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
     * Returns a codec of the undecoded encodings of another type, for functions that pass objects through: it reads and
     * writes groups of that type. Otherwise like {@link #BYTES}.
     */
    public static Codec<Bytes> encoded(Codec<?> type) {
        return encoded(type.name());
    }

    /** Like {@link #encoded(Codec)}, by the {@linkplain Codec#name() name} of the type. */
    public static Codec<Bytes> encoded(String typeName) {
        return BytesCodec.named(Objects.requireNonNull(typeName));
    }

    /**
     * Invalidates all views that {@code codec}, and the codecs from its {@link Codec#forTask()}, have decoded: for
     * callers that pass views to other code and then reuse the bytes. Does nothing unless {@link #isEncoded} is true
     * for the codec.
     */
    public static void endViews(Codec<?> codec) {
        if (codec instanceof BytesCodec bytes) {
            bytes.endViews();
        }
    }

    /**
     * Returns whether {@code codec} is {@link #BYTES} or one from {@link #encoded}, whose encodings are the bytes
     * themselves.
     */
    public static boolean isEncoded(Codec<?> codec) {
        return codec instanceof BytesCodec;
    }

    /**
     * Returns a codec for objects that are retained, such as those of a group in memory. It decodes as {@code codec}
     * does, to objects that later decodings do not modify, even if the codec breaks its contract and reuses one object.
     */
    public static <T> Codec<T> keeping(Codec<T> codec) {
        Object known = codec;
        boolean makesNew = known == STRING
                || known == BYTES
                || known == BYTE_ARRAY
                || known == INT
                || known == LONG
                || known == DOUBLE
                || known instanceof RecordCodec;
        return makesNew ? codec : new OwnObjects<>(codec);
    }

    /**
     * Returns whether a codec named {@code declaredName} can read what was written by one named {@code storedName}: the
     * names are equal, or the declared name is {@code bytes}, which accepts any encoding.
     */
    public static boolean canRead(String declaredName, String storedName) {
        return declaredName.equals(storedName) || declaredName.equals(BYTES.name());
    }

    /**
     * Returns whether {@code hashCode()} of decoded objects may differ from process to process: arrays, and records
     * with arrays or enums.
     */
    public static boolean hashByProcess(Codec<?> codec) {
        return codec == BYTE_ARRAY || codec instanceof RecordCodec<?> record && record.hashesByProcess();
    }

    /** Returns whether {@code typeName} is the name of a codec of this class, not of a user's codec. */
    public static boolean isBuiltIn(String typeName) {
        return BuiltInType.ofKeyOrValue(typeName).isPresent();
    }

    static SssException wrongSize(String type, int expected, int found) {
        String article = type.startsWith("i") ? "an " : "a ";
        return new SssException(
                ErrorCode.CORRUPT,
                article + type + " takes " + expected + " bytes, found " + found
                        + "; the tuple was not written with this codec or is damaged");
    }
}
