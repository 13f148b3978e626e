package org.sss.io.exec;

import java.nio.charset.StandardCharsets;

/**
 * The last bytes that a process wrote to its standard error, without its {@linkplain ReporterLine reports}. Filled by
 * one thread, read by any.
 */
final class StderrTail {
    private static final int BUFFERED_BYTES = 4 << 10;

    /** Guarded by this, like the fields below. */
    private final byte[] ring = new byte[BUFFERED_BYTES];

    private long total;

    synchronized void add(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            ring[(int) (total++ % BUFFERED_BYTES)] = bytes[i];
        }
    }

    /** Returns the whole lines, or all bytes if there is only one line. */
    synchronized String text() {
        int length = (int) Math.min(total, BUFFERED_BYTES);
        byte[] tail = new byte[length];
        for (int i = 0; i < length; i++) {
            tail[i] = ring[(int) ((total - length + i) % BUFFERED_BYTES)];
        }
        String text = new String(tail, StandardCharsets.UTF_8);
        int newline = text.indexOf('\n');
        boolean cut = total > length && newline >= 0 && newline + 1 < text.length();
        return (cut ? "... " + text.substring(newline + 1) : text).strip();
    }
}
