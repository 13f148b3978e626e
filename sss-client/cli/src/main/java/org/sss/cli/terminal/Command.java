package org.sss.cli.terminal;

import org.apache.commons.cli.Options;

/** One command of {@code sss}. Used for one call. */
public interface Command {
    /** Adds the options that this command understands besides {@code --help}, {@code --json} and {@code --verbose}. */
    default void describe(Options options) {}

    /** Runs to the end and returns the exit code. */
    int run(Call call) throws Exception;
}
