package org.sss.io.exec;

/** Format in which a process reads and writes tuples. */
enum TupleFormat {
    /** A line {@code key SEPARATOR value}, unchanged. */
    TEXT,
    /** A line {@code key TAB value} in the form of {@link org.sss.api.TextForm}, with escapes. */
    ESCAPED,
    /** The encoded key and value, each after its length. */
    BINARY
}
