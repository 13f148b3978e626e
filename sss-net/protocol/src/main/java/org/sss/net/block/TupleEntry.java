package org.sss.net.block;

/**
 * A tuple in an array of tuples that a {@link SortIndex} sorts. Stateless.
 *
 * <pre>
 *   i32 key length, i32 value length, key, value
 * </pre>
 */
public final class TupleEntry {
    /** Offset of the key in the entry. */
    public static final int HEADER_BYTES = 8;

    private TupleEntry() {}

    /** Writes the header of the entry at {@code offset}. */
    public static void putHeader(byte[] array, int offset, int keyLength, int valueLength) {
        BigEndian.putInt(array, offset, keyLength);
        BigEndian.putInt(array, offset + 4, valueLength);
    }

    /** Adds the tuple of the entry at {@code offset} to the run of {@code writer}. */
    public static void addTo(RunWriter writer, byte[] array, int offset) {
        int key = offset + HEADER_BYTES;
        int keyLength = BigEndian.getInt(array, offset);
        writer.add(array, key, keyLength, array, key + keyLength, BigEndian.getInt(array, offset + 4));
    }
}
