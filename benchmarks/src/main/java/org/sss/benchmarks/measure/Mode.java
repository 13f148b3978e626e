package org.sss.benchmarks.measure;

import java.util.Locale;

/** What is measured. */
public enum Mode {
    WRITE, READ;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
