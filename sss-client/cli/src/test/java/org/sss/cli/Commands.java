package org.sss.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** Runs commands on one cluster and captures their output. One thread. */
public final class Commands {
    private final String address;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** @param address of a node, HOST:PORT */
    public Commands(String address) {
        this.address = address;
    }

    /**
     * Runs a command that is to succeed.
     *
     * @return what it printed
     */
    public String ok(String... args) {
        assertThat(run(args)).as("sss %s: %s", List.of(args), err).isZero();
        return out();
    }

    /**
     * Runs a command that is to fail.
     *
     * @return its error output
     */
    public String failed(String... args) {
        assertThat(run(args)).as("sss %s: %s", List.of(args), out).isNotZero();
        return err();
    }

    /**
     * Runs a command.
     *
     * @return its exit code
     */
    public int run(String... args) {
        out.reset();
        err.reset();
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--cluster";
        all[args.length + 1] = address;
        return Main.run(all, out, new PrintStream(err, true, UTF_8), false);
    }

    /** The output of the last command. */
    public String out() {
        return out.toString(UTF_8);
    }

    /** The error output of the last command. */
    public String err() {
        return err.toString(UTF_8);
    }
}
