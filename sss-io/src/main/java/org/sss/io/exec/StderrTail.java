package org.sss.io.exec;

import java.nio.charset.StandardCharsets;

/**
 * The last bytes that a process wrote to its standard error, but for its {@linkplain ReporterLine reports}. Filled by one thread,
 * read by any.
 */
final class StderrTail {
    private static final int KEPT_BYTES = 4 << 10;

    /** Guarded by this, as what follows. */
    private final byte[] ring = new byte[KEPT_BYTES];
    private long total;

    synchronized void add(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            ring[(int) (total++ % KEPT_BYTES)] = bytes[i];
        }
    }

    /** The whole lines among them, or all when there is only one. */
    synchronized String text() {
        int length = (int) Math.min(total, KEPT_BYTES);
        byte[] tail = new byte[length];
        for (int i = 0; i < length; i++) {
            tail[i] = ring[(int) ((total - length + i) % KEPT_BYTES)];
        }
        String text = new String(tail, StandardCharsets.UTF_8);
        int newline = text.indexOf('\n');
        boolean cut = total > length && newline >= 0 && newline + 1 < text.length();
        return (cut ? "... " + text.substring(newline + 1) : text).strip();
    }
}
