package org.sss.cli.terminal;

import java.util.Map;

/**
 * Properties of the terminal. Immutable.
 *
 * @param columns  width of the terminal; 80 if there is none or it is unknown
 * @param progress whether standard error is a terminal, where a line can be overwritten
 * @param output   whether standard output is a terminal
 * @param colorOut whether standard output shows colors
 * @param colorErr whether standard error shows colors
 */
public record Terminal(int columns, boolean progress, boolean output, boolean colorOut, boolean colorErr) {
    private static final int DEFAULT_COLUMNS = 80;
    private static final int MIN_COLUMNS = 40;
    private static final int MAX_TEXT_COLUMNS = 100;
    /** Columns of standard error, if it is a terminal; set by the launcher. */
    private static final String ERR = "sss.terminal";
    /** Columns of standard output, if it is a terminal; set by the launcher. */
    private static final String OUT = "sss.terminal.out";

    /** A terminal without colors, 80 columns wide. */
    public static Terminal plain(boolean progress) {
        return new Terminal(DEFAULT_COLUMNS, progress, false, false, false);
    }

    /** The terminal as detected by the launcher. */
    public static Terminal ofProcess() {
        return of(Integer.getInteger(OUT, 0), Integer.getInteger(ERR, 0), System.getenv());
    }

    /**
     * @param out columns of standard output; 0 if it is not a terminal
     * @param err the same for standard error
     */
    static Terminal of(int out, int err, Map<String, String> environment) {
        boolean color = hasColor(environment);
        int columns = err > 0 ? err : out > 0 ? out : DEFAULT_COLUMNS;
        return new Terminal(columns, err > 0, out > 0, color && out > 0, color && err > 0);
    }

    /** See no-color.org. */
    private static boolean hasColor(Map<String, String> environment) {
        String type = environment.getOrDefault("TERM", "");
        return environment.getOrDefault("NO_COLOR", "").isEmpty() && !type.isEmpty() && !type.equals("dumb");
    }

    /** Width at which text is wrapped; limited, as long lines are hard to read. */
    public int textColumns() {
        return Math.max(MIN_COLUMNS, Math.min(MAX_TEXT_COLUMNS, columns));
    }
}
