package org.sss.cli.group;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;
import org.sss.io.BadRecord;

/** Counts the rows that an import skips, up to a limit, and writes them to a file if wanted. Thread-safe. */
final class BadRows implements AutoCloseable {
    private static final String NAME = "skip-bad";
    private static final String FILE = "bad-rows";

    private final long max;
    private final BadRowFile file;
    private final AtomicLong bad = new AtomicLong();
    private final AtomicLong withoutValue = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>();

    /** @param file null for none */
    private BadRows(long max, BadRowFile file) {
        this.max = max;
        this.file = file;
    }

    static void describe(Options options) {
        Help.option(
                options,
                NAME,
                "N",
                "with --csv, --json-lines, --tsv: skip up to N invalid rows, and report their number; default: 0");
        Help.option(
                options,
                FILE,
                "FILE",
                "write invalid rows to FILE with file, line and reason, and skip them, all if --" + NAME
                        + " is not given; its extension selects CSV, JSON or lines");
    }

    static boolean isWanted(Call call) {
        return call.has(NAME) || call.has(FILE);
    }

    /** @param inputs the files of the import, which must not be overwritten */
    static BadRows of(Call call, List<Path> inputs) throws IOException {
        long max = call.number(NAME, 0, call.has(FILE) ? Long.MAX_VALUE : 0);
        return new BadRows(max, call.has(FILE) ? BadRowFile.create(call.required(FILE), inputs, call.console()) : null);
    }

    /**
     * Skips a row.
     *
     * @throws SssException if the limit is exceeded
     */
    void add(BadRecord record) {
        SssException error = record.error();
        if (file != null) {
            write(record);
        }
        if (bad.incrementAndGet() > max) {
            throw new SssException(
                    error.code(),
                    error.getMessage() + (max == 0 ? "" : "; this exceeds the limit of --" + NAME + " " + max)
                            + "; nothing was imported"
                            + (max == 0
                                    ? " (--" + NAME + " N skips up to N such rows, --" + FILE
                                            + " FILE writes them to a file)"
                                    : ""),
                    error);
        }
        first.compareAndSet(null, error.getMessage());
    }

    private void write(BadRecord record) {
        try {
            file.write(record);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void addWithoutValue() {
        withoutValue.incrementAndGet();
    }

    /** @throws SssException INVALID_ARGUMENT if there are rows, and none of them could be read */
    void checkAny(long imported) {
        if (imported == 0 && bad() > 0 && withoutValue() == 0) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "no row can be read; the first: " + first.get() + "; nothing was imported");
        }
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
                + (bad() == 0
                        ? ""
                        : "; " + Units.count(bad(), "bad row")
                                + (file == null ? " skipped" : " written to " + file.name()) + ", such as: "
                                + first.get());
    }

    /** Completes the file, also of an import that failed if it has bad rows. */
    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
