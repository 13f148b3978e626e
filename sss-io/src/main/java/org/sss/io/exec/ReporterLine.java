package org.sss.io.exec;

import org.sss.api.NumberSyntax;

/**
 * What a process tells of itself in a line of its standard error, in the form of Hadoop Streaming. Immutable.
 *
 * <pre>
 *   reporter:counter:GROUP,NAME,AMOUNT
 *   reporter:status:TEXT
 * </pre>
 *
 * @param counter null for a line that counts nothing, and is a sign of life alone
 */
record ReporterLine(String counter, long amount) {
    static final String BEGIN = "reporter:";
    private static final String COUNTER = BEGIN + "counter:";
    private static final String STATUS = BEGIN + "status:";
    private static final ReporterLine SIGN = new ReporterLine(null, 0);

    /** Null when the line, which has no newline, is another one. */
    static ReporterLine of(String line) {
        return line.startsWith(STATUS) ? SIGN : line.startsWith(COUNTER) ? counter(line.substring(COUNTER.length())) : null;
    }

    private static ReporterLine counter(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 3 || parts[0].isBlank() || parts[1].isBlank()) {
            return null;
        }
        try {
            return new ReporterLine(parts[0].strip() + '.' + parts[1].strip(), NumberSyntax.parseLong(parts[2].strip()));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
