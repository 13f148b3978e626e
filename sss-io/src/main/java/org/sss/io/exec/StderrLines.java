package org.sss.io.exec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Parts the lines that a process tells of itself from all else in its standard error. Only what may still become such a line is
 * held back. Used by the thread that reads.
 *
 * <pre>
 *   stderr ──> "reporter:..." and well formed ──> {@link Reports}
 *          └─> all else, as it comes ───────────> {@link StderrTail}
 * </pre>
 */
final class StderrLines {
    /** A line that is longer is no report. */
    private static final int MAX_LINE_BYTES = 4 << 10;
    private static final int READ_BYTES = 4 << 10;
    private static final byte[] BEGIN = ReporterLine.BEGIN.getBytes(StandardCharsets.US_ASCII);

    private final Reports reports;
    private final StderrTail tail;
    /** A line up to here that begins as a report does. */
    private final byte[] held = new byte[MAX_LINE_BYTES];
    private int length;
    /** The rest of this line is no report. */
    private boolean passing;

    StderrLines(Reports reports, StderrTail tail) {
        this.reports = reports;
        this.tail = tail;
    }

    void readAll(InputStream in) throws IOException {
        byte[] bytes = new byte[READ_BYTES];
        try {
            for (int n; (n = in.read(bytes)) >= 0; ) {
                take(bytes, n);
            }
        } finally {
            endLine();
        }
    }

    private void take(byte[] bytes, int count) {
        int passed = 0;
        for (int i = 0; i < count; i++) {
            if (passing) {
                passing = bytes[i] != '\n';
            } else if (bytes[i] == '\n' && length > 0) {
                // The newline of a line that is no report goes on with what follows.
                passed = endLine() ? i + 1 : i;
            } else if (bytes[i] != '\n') {
                passed = hold(bytes, passed, i);
            }
        }
        tail.add(bytes, passed, count - passed);
    }

    /** Returns up to where all is handed over or held back. */
    private int hold(byte[] bytes, int from, int at) {
        if (length == 0) {
            tail.add(bytes, from, at - from);
        }
        if (length < MAX_LINE_BYTES && (length >= BEGIN.length || bytes[at] == BEGIN[length])) {
            held[length++] = bytes[at];
            return at + 1;
        }
        passing = true;
        tail.add(held, 0, length);
        length = 0;
        return at;
    }

    /** Whether the line that was held back is a report. */
    private boolean endLine() {
        ReporterLine line = ReporterLine.of(new String(held, 0, length, StandardCharsets.UTF_8));
        if (line == null) {
            tail.add(held, 0, length);
        } else {
            reports.add(line);
        }
        length = 0;
        return line != null;
    }
}
