package org.sss.cli.group;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.cli.Options;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;

/** Counts the rows that an import skips, up to a limit. Thread-safe. */
final class BadRows {
    private static final String NAME = "skip-bad";

    private final long max;
    private final AtomicLong bad = new AtomicLong();
    private final AtomicLong withoutValue = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>();

    BadRows(long max) {
        this.max = max;
    }

    static void describe(Options options) {
        Help.option(options, NAME, "N", "with --csv, --json-lines, --tsv: skip up to N invalid rows, and report their number; default: 0");
    }

    static BadRows of(Call call) {
        return new BadRows(call.number(NAME, 0, 0));
    }

    /**
     * Skips a row.
     *
     * @throws SssException if the limit is exceeded
     */
    void add(SssException error) {
        if (bad.incrementAndGet() > max) {
            throw new SssException(error.code(), error.getMessage() + (max == 0 ? "" : "; this exceeds the limit of --" + NAME + " "
                    + max) + "; nothing was imported"
                    + (max == 0 ? " (--" + NAME + " N skips up to N such rows)" : ""), error);
        }
        first.compareAndSet(null, error.getMessage());
    }

    void addWithoutValue() {
        withoutValue.incrementAndGet();
    }

    long bad() {
        return bad.get();
    }

    long withoutValue() {
        return withoutValue.get();
    }

    /** Suffix for the import's report; empty if all rows were imported. */
    String text() {
        return (withoutValue() == 0 ? "" : "; " + Units.count(withoutValue(), "row") + " without a value skipped")
                + (bad() == 0 ? "" : "; " + Units.count(bad(), "bad row") + " skipped, such as: " + first.get());
    }
}
