package org.sss.benchmarks.stores;

import java.util.Locale;

/** What is measured. */
public enum Mode {
    WRITE("one call that writes a record, of which one in 16 is measured"),
    READ("reading 1,000 records in order"),
    /** Single values, one after another, by one thread. */
    GET("reading one record by its key, one thread"),
    /** Single values, many with each call, by all threads. */
    GETS("reading 1,000 records by their keys with one call"),
    /** All records at once: {@code sss bench delete}. */
    DELETE("dropping a group");

    private final String operation;

    Mode(String operation) {
        this.operation = operation;
    }

    /** What the latency is that of. */
    public String operation() {
        return operation;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
