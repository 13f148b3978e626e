package org.sss.io.exec;

import org.sss.api.NumberSyntax;

/**
 * A report of a process in a line of its standard error, in the format of Hadoop Streaming. Immutable.
 *
 * <pre>
 *   reporter:counter:GROUP,NAME,AMOUNT
 *   reporter:status:TEXT
 *   reporter:failure:{"key":KEY,"exception":TEXT,"trace":TEXT}
 * </pre>
 *
 * @param counter null for a line that does not count anything and is only a sign of life
 * @param failure with which the process ends, or null
 */
record ReporterLine(String counter, long amount, ReportedFailure failure) {
    static final String PREFIX = "reporter:";
    private static final String COUNTER = PREFIX + "counter:";
    private static final String STATUS = PREFIX + "status:";
    private static final String FAILURE = PREFIX + "failure:";
    private static final ReporterLine SIGN = new ReporterLine(null, 0, null);

    /** Parses a line without its newline. Returns null if it is no report. */
    static ReporterLine of(String line) {
        if (line.startsWith(STATUS)) {
            return SIGN;
        }
        if (line.startsWith(FAILURE)) {
            ReportedFailure failure = ReportedFailure.of(line.substring(FAILURE.length()));
            return failure == null ? null : new ReporterLine(null, 0, failure);
        }
        return line.startsWith(COUNTER) ? counter(line.substring(COUNTER.length())) : null;
    }

    private static ReporterLine counter(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 3 || parts[0].isBlank() || parts[1].isBlank()) {
            return null;
        }
        try {
            return new ReporterLine(
                    parts[0].strip() + '.' + parts[1].strip(), NumberSyntax.parseLong(parts[2].strip()), null);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
