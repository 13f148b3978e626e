package org.sss.cli.terminal;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.sss.client.text.ByteSize;

/** Formats numbers with units. Stateless. */
public final class Units {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final double LOWEST_RATE = 0.05;
    private static final long RATED_BYTES = 1_000_000;

    private Units() {}

    public static String bytes(long bytes) {
        return ByteSize.text(bytes);
    }

    /** Such as {@code 1 tuple} and {@code 12 tuples}. */
    public static String count(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** Such as {@code  (12.3 MB/s)}; empty for less than 1 MB. */
    public static String rate(long bytes, long millis) {
        return bytes < RATED_BYTES ? "" : " (" + megabytesPerSecond(bytes, millis) + " MB/s)";
    }

    public static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }

    /** Megabytes per second; {@code -} if that rounds to zero. */
    public static String megabytesPerSecond(long bytes, long millis) {
        double rate = megabytesPerSecondOf(bytes, millis);
        return rate < LOWEST_RATE ? "-" : String.format(Locale.ROOT, "%.1f", rate);
    }

    public static double megabytesPerSecondOf(long bytes, long millis) {
        return bytes / 1e3 / Math.max(1, millis);
    }

    public static String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
    }
}
