package org.sss.net.block;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;

/**
 * Pools large arrays for reuse by the next task: a new array is cleared, costs a page fault per 4 KiB, and, since it
 * fills regions of its own, makes G1 enlarge the heap. Free arrays are softly referenced, at most an eighth of the
 * heap, and the oldest are dropped first. An array is not cleared when it is taken. Thread-safe; one lock per array,
 * not per tuple.
 */
public final class ArrayPool {
    /** Smaller arrays are not pooled. */
    static final long MIN_BYTES = 256 << 10;

    private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 8;
    private static final Deque<Free> FREE = new ArrayDeque<>();
    private static long freeBytes;

    /** @param bytes size without the array header */
    private record Free(Class<?> type, long bytes, SoftReference<Object> array) {}

    private ArrayPool() {}

    public static byte[] bytes(int length) {
        byte[] free = (byte[]) take(byte[].class, length);
        return free == null ? new byte[length] : free;
    }

    public static int[] ints(int length) {
        int[] free = (int[]) take(int[].class, (long) length * Integer.BYTES);
        return free == null ? new int[length] : free;
    }

    public static long[] longs(int length) {
        long[] free = (long[]) take(long[].class, (long) length * Long.BYTES);
        return free == null ? new long[length] : free;
    }

    /** As {@link #longs}, cleared. */
    public static long[] zeros(int length) {
        long[] free = (long[]) take(long[].class, (long) length * Long.BYTES);
        if (free == null) {
            return new long[length];
        }
        Arrays.fill(free, 0);
        return free;
    }

    public static void giveBack(byte[] array) {
        put(array, array.length);
    }

    public static void giveBack(int[] array) {
        put(array, (long) array.length * Integer.BYTES);
    }

    public static void giveBack(long[] array) {
        put(array, (long) array.length * Long.BYTES);
    }

    private static synchronized Object take(Class<?> type, long bytes) {
        if (bytes < MIN_BYTES) {
            return null;
        }
        for (Iterator<Free> all = FREE.descendingIterator(); all.hasNext(); ) {
            Free free = all.next();
            Object array = free.array.get();
            if (array == null || free.type == type && free.bytes == bytes) {
                all.remove();
                freeBytes -= free.bytes;
                if (array != null) {
                    return array;
                }
            }
        }
        return null;
    }

    private static synchronized void put(Object array, long bytes) {
        if (bytes < MIN_BYTES || bytes > MAX_BYTES) {
            return;
        }
        FREE.addLast(new Free(array.getClass(), bytes, new SoftReference<>(array)));
        freeBytes += bytes;
        while (freeBytes > MAX_BYTES) {
            freeBytes -= FREE.removeFirst().bytes;
        }
    }
}
