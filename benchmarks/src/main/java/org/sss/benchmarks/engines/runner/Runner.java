package org.sss.benchmarks.engines.runner;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The side of a rival: a system in a process of its own that does what standard input says, a line for each repetition, and
 * answers on standard output. Between END and TELL it does nothing, so that the other side can look at what the repetition has used; after IDLE
 * it does nothing, so that no repetition pays for the one before. Uses nothing but Java, as the libraries of each rival are its own.
 * One thread.
 *
 * <pre>
 *   to it    from it
 *            &#64;&#64; READY seconds            the input is there; NaN when it is read from where it was
 *   RUN      &#64;&#64; END seconds              a repetition has ended
 *   TELL     &#64;&#64; IDLE [name=number]... | digest
 *            &#64;&#64; FAILED text              instead of any of these
 * </pre>
 */
public abstract class Runner implements AutoCloseable {
    public static final String MARK = "@@ ";
    public static final String RUN = "RUN";
    public static final String TELL = "TELL";
    public static final String READY = "READY ";
    public static final String END = "END ";
    public static final String IDLE = "IDLE ";
    public static final String FAILED = "FAILED ";
    /** Before the digest, which may have blanks. */
    public static final String BAR = "| ";
    private static final double NANOS_PER_SECOND = 1e9;

    private Map<String, Double> details = Map.of();

    /** Brings the input in; false when there is nothing to do. */
    protected abstract boolean load() throws Exception;

    /** One repetition, which is timed; returns further numbers. */
    protected abstract Map<String, Double> run() throws Exception;

    /** Adds numbers that are looked up when the clock has stopped, while the files of the repetition are there. */
    protected abstract void addDetails(Map<String, Double> details) throws Exception;

    /** Of the answer of the last repetition, which may go afterwards. */
    protected abstract String digest() throws Exception;

    /** Serves until standard input ends; then the process is to end. */
    protected final void serve() throws IOException {
        PrintStream answers = System.out;
        // Rivals print to it as well.
        System.setOut(System.err);
        try {
            long begin = System.nanoTime();
            answer(answers, READY + (load() ? seconds(begin) : Double.NaN));
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answer(answers, line.equals(TELL) ? told() : ended());
            }
        } catch (Throwable t) {
            t.printStackTrace();
            answer(answers, FAILED + t);
        }
    }

    private String ended() throws Exception {
        long begin = System.nanoTime();
        details = new LinkedHashMap<>(run());
        return END + seconds(begin);
    }

    private String told() throws Exception {
        addDetails(details);
        StringBuilder line = new StringBuilder(IDLE);
        details.forEach((name, number) -> line.append(name).append('=').append(number).append(' '));
        return line.append(BAR).append(digest()).toString();
    }

    private static void answer(PrintStream answers, String text) {
        answers.println(MARK + text.replace('\n', ' '));
        answers.flush();
    }

    private static double seconds(long beginNanos) {
        return (System.nanoTime() - beginNanos) / NANOS_PER_SECOND;
    }
}
