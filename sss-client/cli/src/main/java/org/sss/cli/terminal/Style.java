package org.sss.cli.terminal;

/** How a text stands out on a terminal. Immutable. */
public enum Style {
    HEADING("1"), ERROR("31"), WARNING("33");

    private static final String ESCAPE = "\u001b[";
    private static final String END = ESCAPE + "0m";

    private final String code;

    Style(String code) {
        this.code = code;
    }

    /** The control sequence before the text; it ends with {@link #end}. */
    public String begin() {
        return ESCAPE + code + "m";
    }

    public static String end() {
        return END;
    }

    /** @param text without control characters */
    public String of(String text) {
        return text.isEmpty() ? text : begin() + text + END;
    }
}
