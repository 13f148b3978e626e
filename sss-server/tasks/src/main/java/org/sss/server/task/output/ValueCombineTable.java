package org.sss.server.task.output;

import org.sss.net.block.BigEndian;

/**
 * A combine table with values of any size: a value that does not grow is overwritten in place; a larger one is appended
 * and leaves a hole until the next flush. A value that has grown before gets 50% more room, so that the holes of a
 * value are at most a few times its size. For the task's thread.
 *
 * <pre>
 *   value in the entry:  its bytes
 *   appended value:      i32 room, its bytes, room for more
 * </pre>
 */
final class ValueCombineTable extends CombineTable {
    private static final int VALUE_OFFSET_AT = 8;
    private static final int VALUE_LENGTH_AT = 12;
    private static final int ROOM_BYTES = 4;

    ValueCombineTable(long bufferBytes, RunOutput output) {
        super(bufferBytes, output);
    }

    byte[] valueArray() {
        return arena;
    }

    int valueOffset(int ref) {
        return BigEndian.getInt(arena, ref + VALUE_OFFSET_AT);
    }

    int valueLength(int ref) {
        return BigEndian.getInt(arena, ref + VALUE_LENGTH_AT);
    }

    /** Replaces the value of the entry at {@code ref}. Returns false, with nothing changed, if there is no room. */
    boolean replace(int ref, byte[] value, int offset, int length) {
        if (length > valueLength(ref) && !fits(ref, length)) {
            return false;
        }
        System.arraycopy(value, offset, arena, valueOffset(ref), length);
        BigEndian.putInt(arena, ref + VALUE_LENGTH_AT, length);
        return true;
    }

    /** Makes room for a value of {@code length} bytes. Returns false, with nothing changed, if that is impossible. */
    private boolean fits(int ref, int length) {
        int withoutValue = entryBytes(BigEndian.getInt(arena, ref));
        boolean appended = valueOffset(ref) != ref + withoutValue;
        if (appended && length <= BigEndian.getInt(arena, valueOffset(ref) - ROOM_BYTES)) {
            return true;
        }
        return !isLarge((long) withoutValue + length)
                && (appended && place(ref, length + length / 2) || place(ref, length));
    }

    private boolean place(int ref, int room) {
        int bytes = ROOM_BYTES + room;
        if (!hasRoom(bytes) && !growArena(bytes)) {
            return false;
        }
        BigEndian.putInt(arena, end, room);
        BigEndian.putInt(arena, ref + VALUE_OFFSET_AT, end + ROOM_BYTES);
        end += bytes;
        return true;
    }

    /** Adds the key that {@link #find} has just not found. */
    void insert(
            int subgroup, byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        int withoutValue = entryBytes(keyLength);
        long bytes = (long) withoutValue + valueLength;
        if (isLarge(bytes)) {
            writeAlone(subgroup, key, keyOffset, keyLength, value, valueOffset, valueLength);
            return;
        }
        int ref = append(subgroup, key, keyOffset, keyLength, (int) bytes);
        int at = ref + withoutValue;
        BigEndian.putInt(arena, ref + VALUE_OFFSET_AT, at);
        BigEndian.putInt(arena, ref + VALUE_LENGTH_AT, valueLength);
        System.arraycopy(value, valueOffset, arena, at, valueLength);
    }

    @Override
    void writeEntry(int ref) {
        int keyLength = BigEndian.getInt(arena, ref);
        output.add(arena, ref + HEADER_BYTES, keyLength, arena, valueOffset(ref), valueLength(ref));
    }
}
