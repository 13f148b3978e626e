package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;

/** Asks the user at a terminal before a risk is taken. One thread. */
public final class Question {
    /** Whether standard input is a terminal; set by the launcher. */
    private static final String IN = "sss.terminal.in";

    private final Console console;
    private final InputStream in;
    private final boolean terminal;

    public Question(Console console) {
        this(console, System.in, Boolean.getBoolean(IN) && console.terminal());
    }

    /** @param terminal whether {@code in} and the error stream of the console are a terminal */
    Question(Console console, InputStream in, boolean terminal) {
        this.console = console;
        this.in = in;
        this.terminal = terminal;
    }

    /** Returns true if there is a user to answer. */
    public boolean canAsk() {
        return terminal;
    }

    /** Returns true if the answer is y or yes. */
    public boolean isConfirmed(String question) throws IOException {
        console.flush();
        console.err().print(Printable.line(question) + " [y/N] ");
        console.err().flush();
        String answer = new BufferedReader(new InputStreamReader(in, UTF_8)).readLine();
        return answer != null
                && (answer.strip().equalsIgnoreCase("y") || answer.strip().equalsIgnoreCase("yes"));
    }
}
