package org.sss.kvs.library;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;

/**
 * The native methods and the reading of their results. Stateless; the callers hold a lock per open file around every
 * call and never pass a closed handle, and the caller that creates a handle calls {@link KvsLibrary#require()} first.
 *
 * <p>A result of 0 or more is a value. Errors are counted up from {@link Long#MIN_VALUE}: code in bits 0 to 15, index
 * of the record in the buffer in bits 16 to 47, errno in bits 48 to 55. Any other negative number is minus the bytes
 * that a buffer needs.
 */
public final class KvsNative {
    private static final long ERRORS_END = Long.MIN_VALUE + (1L << 56);
    private static final int ENOSPC = 28;

    private KvsNative() {}

    static native long create(
            byte[] path, int leafBytes, int leafMembers, int nodeMembers, long buckets, int leaves, int nodes);

    static native long open(byte[] path, int leafBytes, int leaves, int nodes, boolean writer);

    static native long recordCount(long handle);

    static native long fileBytes(long handle);

    static native long putAll(long handle, int leaves, ByteBuffer records, int position, int limit);

    static native long put(
            long handle,
            int leaves,
            ByteBuffer key,
            int keyPosition,
            int keyLimit,
            ByteBuffer value,
            int valuePosition,
            int valueLimit);

    static native long treeRead(
            long handle,
            int leaves,
            byte[] from,
            byte[] to,
            ByteBuffer out,
            int position,
            int limit,
            boolean withValues);

    static native long outAll(long handle, ByteBuffer records, int position, int limit);

    static native long sync(long handle);

    static native void startWriteBack(long handle);

    public static native void startWriteBackOf(byte[] path);

    static native long close(long handle);

    static native long get(long handle, byte[] key, ByteBuffer out, int position, int limit);

    static native long cursorNew(long handle);

    static native void cursorClose(long cursor);

    static native long cursorSeek(long cursor, byte[] key, boolean floor);

    static native long cursorRead(
            long cursor, ByteBuffer out, int position, int limit, byte[] stopKey, boolean withKeys);

    /** 1 when memory went back to the operating system, else 0. */
    public static native long returnMemory();

    /** A handle that is never freed, or 0. Message, path, arguments and variables, each terminated by a 0. */
    public static native long processPrepare(ByteBuffer strings, int arguments, int variables);

    /** Returns errno, and only when it fails; 0 is no handle and fails. */
    public static native int processRestart(long handle);

    /** Sets the mask of rights that new files do not get. Returns the one that the process was started with. */
    public static native int processUmask(int mask);

    /** Whether stacks of threads that meet the end of Java's heap are known from now on. */
    public static native boolean heapWatch();

    /**
     * Of the calling thread: whether its stack stays the same when it meets the end again. False forgets it. Takes no
     * memory of Java.
     */
    public static native void heapKeepStack(boolean keep);

    /**
     * Returns the length of the lines for the frames of the calling thread: signature of the class, method, file, line,
     * with tabs.
     */
    public static native int heapStack(byte[] into);

    /** The name as the operating system has it. */
    public static byte[] bytes(Path file) {
        return file.toAbsolutePath()
                .toString()
                .getBytes(Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")));
    }

    static boolean isError(long result) {
        return result < ERRORS_END;
    }

    static boolean isError(long result, KvsError error) {
        return isError(result) && codeOf(result) == error.code();
    }

    /** The result, unless it is an error. */
    static long check(long result, Path file, String action) {
        if (isError(result)) {
            throw exception(result, file, action);
        }
        return result;
    }

    /** Bytes that a record needs, as a negative int. */
    static int needed(long result, Path file) {
        if (result < -Integer.MAX_VALUE) {
            throw new KvsException(KvsError.OVERFLOW, file, "a record of " + -result + " bytes fits in no buffer");
        }
        return (int) result;
    }

    private static int codeOf(long error) {
        return (int) (error & 0xffff);
    }

    private static KvsException exception(long error, Path file, String action) {
        long index = error >>> 16 & 0xffffffffL;
        int errno = (int) (error >>> 48 & 0xff);
        String record = index == 0 ? "" : ", at record " + index + " of the buffer";
        return new KvsException(KvsError.of(codeOf(error)), codeOf(error), file, action + record + cause(errno), null);
    }

    private static String cause(int errno) {
        if (errno == 0) {
            return "";
        }
        return errno == ENOSPC ? ": no space left on the device" : ": errno " + errno;
    }

    static ByteBuffer direct(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("a direct buffer is needed, got " + buffer);
        }
        return buffer;
    }

    static ByteBuffer writable(ByteBuffer buffer) {
        if (buffer.isReadOnly()) {
            throw new IllegalArgumentException("a writable buffer is needed, got " + buffer);
        }
        return direct(buffer);
    }
}
