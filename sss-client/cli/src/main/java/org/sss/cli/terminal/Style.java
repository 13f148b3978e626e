package org.sss.cli.terminal;

/** Highlighting of text on a terminal. Immutable. */
public enum Style {
    HEADING("1"),
    ERROR("31"),
    WARNING("33");

    private static final String ESCAPE = "\u001b[";
    private static final String END = ESCAPE + "0m";

    private final String code;

    Style(String code) {
        this.code = code;
    }

    /** The control sequence that starts the highlighting; {@link #end} ends it. */
    public String start() {
        return ESCAPE + code + "m";
    }

    public static String end() {
        return END;
    }

    /** @param text without control characters */
    public String of(String text) {
        return text.isEmpty() ? text : start() + text + END;
    }
}
