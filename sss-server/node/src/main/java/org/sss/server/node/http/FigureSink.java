package org.sss.server.node.http;

import org.sss.server.timing.DurationHistogram;

/** Gets the figures of a node: one call for each value. Used by one thread. */
public interface FigureSink {
    /**
     * A number that only grows while the process runs.
     *
     * @param name   ends with {@code _total}
     * @param help   one sentence without a full stop
     * @param labels names and values in turn; the values are of a small, fixed set
     */
    void counter(String name, String help, double value, String... labels);

    /** As {@link #counter(String, String, double, String...)}; above 2^53 the lowest digits are lost. */
    default void counter(String name, String help, long value, String... labels) {
        counter(name, help, (double) value, labels);
    }

    /** A number that may fall. Arguments as in {@link #counter(String, String, double, String...)}. */
    void gauge(String name, String help, double value, String... labels);

    /** As {@link #gauge(String, String, double, String...)}; above 2^53 the lowest digits are lost. */
    default void gauge(String name, String help, long value, String... labels) {
        gauge(name, help, (double) value, labels);
    }

    /**
     * Durations. Other arguments as in {@link #counter(String, String, double, String...)}.
     *
     * @param name ends with {@code _seconds}
     */
    void histogram(String name, String help, DurationHistogram.Values durations, String... labels);
}
