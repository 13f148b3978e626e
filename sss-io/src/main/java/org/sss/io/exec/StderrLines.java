package org.sss.io.exec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Separates the reports of a process from the rest of its standard error. Only a line that may still become a report is
 * buffered. For the reading thread.
 *
 * <pre>
 *   stderr ──> "reporter:..." and well formed ──> {@link Reports}
 *          └─> everything else, unchanged ─────> {@link StderrTail}
 * </pre>
 */
final class StderrLines {
    /** Longer lines are no reports. */
    private static final int MAX_LINE_BYTES = 16 << 10;

    private static final int READ_BYTES = 4 << 10;
    private static final byte[] PREFIX = ReporterLine.PREFIX.getBytes(StandardCharsets.US_ASCII);

    private final Reports reports;
    private final StderrTail tail;
    /** The line so far, if it starts like a report. */
    private final byte[] buffered = new byte[MAX_LINE_BYTES];

    private int length;
    /** True if the current line is no report. */
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
                // The newline of a line that is no report is passed on with the following bytes.
                passed = endLine() ? i + 1 : i;
            } else if (bytes[i] != '\n') {
                passed = buffer(bytes, passed, i);
            }
        }
        tail.add(bytes, passed, count - passed);
    }

    /** Returns the index up to which all bytes are passed on or buffered. */
    private int buffer(byte[] bytes, int from, int at) {
        if (length == 0) {
            tail.add(bytes, from, at - from);
        }
        if (length < MAX_LINE_BYTES && (length >= PREFIX.length || bytes[at] == PREFIX[length])) {
            buffered[length++] = bytes[at];
            return at + 1;
        }
        passing = true;
        tail.add(buffered, 0, length);
        length = 0;
        return at;
    }

    /** Ends the buffered line. Returns whether it is a report. */
    private boolean endLine() {
        ReporterLine line = ReporterLine.of(new String(buffered, 0, length, StandardCharsets.UTF_8));
        if (line == null) {
            tail.add(buffered, 0, length);
        } else {
            reports.add(line);
        }
        length = 0;
        return line != null;
    }
}
