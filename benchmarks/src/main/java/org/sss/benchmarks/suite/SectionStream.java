package org.sss.benchmarks.suite;

import java.io.PrintStream;

/**
 * Messages of one of several sections: each line says which one it is from. As safe for threads as what it writes to.
 */
public final class SectionStream extends PrintStream {
    private final String prefix;
    private volatile String last = "";

    /** @param prefix of each line, with its blank */
    public SectionStream(PrintStream out, String prefix) {
        super(out, true);
        this.prefix = prefix;
    }

    String prefix() {
        return prefix;
    }

    /** The last line: why a section that failed has failed. */
    public String last() {
        return last;
    }

    @Override
    public void println(String text) {
        last = text;
        super.println(prefix + text);
    }
}
