package org.sss.io.exec;

/** Format in which a process reads and writes tuples. */
enum TupleFormat {
    /** A line {@code key SEPARATOR value}, unchanged. */
    TEXT,
    /** A line {@code key TAB value} in the form of {@link org.sss.api.TextForm}, with escapes. */
    ESCAPED,
    /** The encoded key and value, each after its length. */
    BINARY,
    /**
     * Like BINARY, and the process ends its output with {@link #END} as the length of a key: without it, the output is
     * not complete, whatever the exit code.
     */
    FRAMED;

    static final int END = -1;

    /** True if tuples are encodings with their lengths, not lines. */
    boolean isBinary() {
        return this == BINARY || this == FRAMED;
    }
}
