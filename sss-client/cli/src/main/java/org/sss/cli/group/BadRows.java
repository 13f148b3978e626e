package org.sss.cli.group;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.cli.Options;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;

/** Rows that an import leaves out, and how many it may. Thread-safe. */
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
        Help.option(options, NAME, "N", "with --csv, --json-lines, --tsv: leave out up to N rows that cannot be read, and count them; 0 by default");
    }

    static BadRows of(Call call) {
        return new BadRows(call.number(NAME, 0, 0));
    }

    /** @throws SssException when no more are to be left out */
    void add(SssException error) {
        if (bad.incrementAndGet() > max) {
            throw new SssException(error.code(), error.getMessage() + (max == 0 ? "" : "; " + Units.count(max, "row")
                    + " before could not be read either, which is the limit of --" + NAME) + "; nothing was imported"
                    + (max == 0 ? " (--" + NAME + " N leaves out up to N such rows)" : ""), error);
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

    /** For the end of a report; empty when all rows were imported. */
    String text() {
        return (withoutValue() == 0 ? "" : "; " + Units.count(withoutValue(), "row") + " without a value left out")
                + (bad() == 0 ? "" : "; " + Units.count(bad(), "bad row") + " left out, such as " + first.get());
    }
}
