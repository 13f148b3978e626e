package org.sss.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A view of bytes in an array. One thread at a time.
 *
 * <p><b>A view that a mapper, reducer or combiner is handed is valid only until that call returns, and a view from the
 * values of a reducer only until the next value</b>: the engine overwrites the bytes afterwards. Every method of a view that is not valid
 * any more throws an {@link SssException} {@link ErrorCode#USER_CODE}, except {@link #set}; an array that was taken from
 * {@link #array()} before is not guarded. {@link #copy()} what is to be kept. A view that was made by {@link #of(byte[])} or
 * {@link #copy()} belongs to its maker.
 *
 * <p>Equality, hash and order (unsigned, lexicographic: the order of keys in the store) are those of the content at the
 * time of the call, so a view that will change must not be a key of a map.
 */
public final class Bytes implements Comparable<Bytes> {
    private static final byte[] NONE = {};

    private byte[] array;
    private int offset;
    private int length;
    /** Whose view it is, as long as that says so; null for one that stays valid. */
    private BytesCodec lender;
    private int stamp;

    /** An empty view, to be {@link #set}. */
    public Bytes() {
        array = NONE;
    }

    /** A view that is valid as long as {@code lender} has that stamp. */
    Bytes(byte[] array, int offset, int length, BytesCodec lender, int stamp) {
        Objects.checkFromIndexSize(offset, length, array.length);
        this.array = array;
        this.offset = offset;
        this.length = length;
        this.lender = lender;
        this.stamp = stamp;
    }

    /** A view of the whole array, which is not copied. */
    public static Bytes of(byte[] array) {
        return new Bytes().set(array, 0, array.length);
    }

    /** The UTF-8 bytes of {@code text}; an unpaired surrogate becomes {@code ?}. */
    public static Bytes of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Points this view at {@code array[offset, offset + length)}, which is not copied. */
    public Bytes set(byte[] newArray, int newOffset, int newLength) {
        Objects.checkFromIndexSize(newOffset, newLength, newArray.length);
        if (lender != null) {
            // Not for each view that is set again: the collector's barrier would cost as much as the rest.
            lender = null;
        }
        array = newArray;
        offset = newOffset;
        length = newLength;
        return this;
    }

    private void check() {
        if (lender != null && lender.stamp() != stamp) {
            throw new SssException(ErrorCode.USER_CODE, "a view of bytes was used when it was not valid any more: one that map, reduce or"
                    + " combine is given is valid until it returns, one of the values of a reducer until the next value; keep copy() of it");
        }
    }

    /** The array behind; the bytes of this view begin at {@link #offset()}. */
    public byte[] array() {
        check();
        return array;
    }

    public int offset() {
        check();
        return offset;
    }

    public int length() {
        check();
        return length;
    }

    /** The byte at {@code index} of this view. */
    public byte get(int index) {
        check();
        return array[offset + Objects.checkIndex(index, length)];
    }

    public byte[] toByteArray() {
        check();
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** A view of a copy of the bytes, which the engine does not touch. */
    public Bytes copy() {
        return of(toByteArray());
    }

    @Override
    public int compareTo(Bytes other) {
        check();
        other.check();
        return Arrays.compareUnsigned(array, offset, offset + length, other.array, other.offset, other.offset + other.length);
    }

    @Override
    public boolean equals(Object o) {
        check();
        return o instanceof Bytes other && isEqual(other);
    }

    private boolean isEqual(Bytes other) {
        other.check();
        return Arrays.equals(array, offset, offset + length, other.array, other.offset, other.offset + other.length);
    }

    @Override
    public int hashCode() {
        check();
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /** The bytes decoded as UTF-8; malformed parts become U+FFFD. */
    @Override
    public String toString() {
        check();
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }
}
