package org.sss.api;

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

    static SssException wrongSize(String type, int expected, int found) {
        return new SssException(ErrorCode.CORRUPT, "a " + type + " takes " + expected + " bytes, found " + found
                + "; the tuple was not written with this codec or is damaged");
    }
}
