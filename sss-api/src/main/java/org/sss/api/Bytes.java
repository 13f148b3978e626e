package org.sss.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A view of bytes in an array. Not thread-safe.
 *
 * <p><b>A view that is passed to a mapper, reducer or combiner is valid only until that call returns, and a view from
 * the values of a reducer only until the next value</b>: the engine overwrites the bytes afterwards. Every method of an
 * invalid view except {@link #set} throws an {@link SssException} {@link ErrorCode#USER_CODE}; an array obtained from
 * {@link #array()} earlier is not guarded. Use {@link #copy()} to retain the content. A view made by
 * {@link #of(byte[])} or {@link #copy()} belongs to the caller and stays valid.
 *
 * <p>Equality, hash and order (unsigned, lexicographic: the order of keys in the store) are those of the content at the
 * time of the call, so do not use a view whose content will change as a key of a map.
 */
public final class Bytes implements Comparable<Bytes> {
    private static final byte[] NONE = {};

    private byte[] array;
    private int offset;
    private int length;
    /** The codec that invalidates this view; null if the view stays valid. */
    private BytesCodec owner;

    private int version;

    /** Creates an empty view, to be {@link #set}. */
    public Bytes() {
        array = NONE;
    }

    /** Creates a view that is valid as long as {@code owner} has that version. */
    Bytes(byte[] array, int offset, int length, BytesCodec owner, int version) {
        Objects.checkFromIndexSize(offset, length, array.length);
        this.array = array;
        this.offset = offset;
        this.length = length;
        this.owner = owner;
        this.version = version;
    }

    /** Returns a view of the whole array, which is not copied. */
    public static Bytes of(byte[] array) {
        return new Bytes().set(array, 0, array.length);
    }

    /** Returns the UTF-8 bytes of {@code text}; an unpaired surrogate becomes {@code ?}. */
    public static Bytes of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sets this view to {@code array[offset, offset + length)}, which is not copied. */
    public Bytes set(byte[] newArray, int newOffset, int newLength) {
        Objects.checkFromIndexSize(newOffset, newLength, newArray.length);
        if (owner != null) {
            // Not written for each view that is reused: the barrier of the garbage collector would double the cost.
            owner = null;
        }
        array = newArray;
        offset = newOffset;
        length = newLength;
        return this;
    }

    private void check() {
        if (owner != null && owner.version() != version) {
            throw new SssException(
                    ErrorCode.USER_CODE,
                    "a view of bytes was used after it became invalid: a view passed to map,"
                            + " reduce or combine is valid until the call returns, a view from the values of a reducer "
                            + "until"
                            + " the next value; use copy()");
        }
    }

    /** Returns the backing array; the bytes of this view start at {@link #offset()}. */
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

    /** Returns the byte at {@code index} of this view. */
    public byte get(int index) {
        check();
        return array[offset + Objects.checkIndex(index, length)];
    }

    public byte[] toByteArray() {
        check();
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** Returns a view of a copy of the bytes, which stays valid. */
    public Bytes copy() {
        return of(toByteArray());
    }

    @Override
    public int compareTo(Bytes other) {
        check();
        other.check();
        return Arrays.compareUnsigned(
                array, offset, offset + length, other.array, other.offset, other.offset + other.length);
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

    /** Returns the bytes decoded as UTF-8; malformed sequences become U+FFFD. */
    @Override
    public String toString() {
        check();
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }
}
