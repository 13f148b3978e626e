package org.sss.net.block;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;

/**
 * Large arrays that one task has used and the next one will: a fresh one is cleared, costs a page fault for each 4 KiB, and, as
 * it fills regions of its own, makes G1 enlarge the heap. Free arrays are held softly, at most an eighth of the heap, the oldest
 * are let go first. What an array holds when it is taken is whatever was in it. Thread-safe; one lock for each array, not for
 * each tuple.
 */
public final class ArrayPool {
    /** Smaller arrays are left to the collector. */
    static final long MIN_BYTES = 256 << 10;

    private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 8;
    private static final Deque<Free> FREE = new ArrayDeque<>();
    private static long freeBytes;

    /** @param bytes without the header of the array */
    private record Free(Class<?> type, long bytes, SoftReference<Object> array) {
    }

    private ArrayPool() {
    }

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

    /** As {@link #longs}, all zero. */
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
        for (Iterator<Free> all = FREE.descendingIterator(); all.hasNext();) {
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
