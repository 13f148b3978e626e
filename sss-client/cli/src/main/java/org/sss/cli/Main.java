package org.sss.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CommandTable;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Failure;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Logs;
import org.sss.cli.terminal.ParameterOption;
import org.sss.cli.terminal.StandardOutput;
import org.sss.cli.terminal.Terminal;
import org.sss.cli.terminal.UsageException;
import org.sss.net.control.Nearest;
import org.sss.server.code.Thrown;

/** Entry point of the {@code sss} command. One thread. */
public final class Main {
    private static final int FAILED = 1;
    private static final int USAGE_ERROR = 2;

    private final CommandTable table;
    private final Help help;
    private final Console console;
    private boolean verbose;

    private Main(CommandTable table, Console console) {
        this.table = table;
        this.console = console;
        help = new Help(table);
    }

    public static void main(String[] args) {
        exit(SssCommands.TABLE, args);
    }

    /** Runs one command of {@code table} and ends the process; for programs with commands of their own. */
    public static void exit(CommandTable table, String[] args) {
        Terminal terminal = Terminal.ofProcess();
        Logs.configure(args, terminal.colorErr());
        System.exit(run(table, args, new Console(new StandardOutput(), System.err, terminal)));
    }

    /**
     * Runs one command and returns its exit code: 0, 1 for failure, 2 for a usage error.
     *
     * @param terminal whether {@code err} is a terminal, where a progress bar can be drawn
     */
    public static int run(String[] args, OutputStream out, PrintStream err, boolean terminal) {
        return run(SssCommands.TABLE, args, out, err, terminal);
    }

    /** As {@link #run(String[], OutputStream, PrintStream, boolean)}, for other commands. */
    public static int run(CommandTable table, String[] args, OutputStream out, PrintStream err, boolean terminal) {
        return run(table, args, new Console(out, err, terminal));
    }

    private static int run(CommandTable table, String[] args, Console console) {
        Main main = new Main(table, console);
        int code = main.run(args);
        return main.flushed(code);
    }

    private int run(String[] args) {
        verbose = Arrays.asList(args).contains("--verbose");
        if (args.length == 0 || args[0].equals("--help") || args[0].equals("-h") || args[0].equals("help")) {
            return help(Arrays.asList(args));
        }
        CommandTable.Entry entry = args[0].equals("--version") ? table.find("version") : table.find(args);
        if (entry == null) {
            return unknown(args);
        }
        String[] rest = Arrays.copyOfRange(args, entry.words(), args.length);
        try {
            return call(entry, rest);
        } catch (UnrecognizedOptionException e) {
            return usageError(
                    "unknown option " + e.getOption()
                            + nearest(entry, e.getOption())
                                    .map(name -> didYouMean("--" + name))
                                    .orElse(
                                            e.getOption().startsWith("--")
                                                    ? ""
                                                    : "; put '--' before arguments that start with '-'"),
                    "sss help " + entry.name());
        } catch (UsageException | ParseException e) {
            return isMember(args, entry) || table.nearest(args).isEmpty()
                    ? usageError(e.getMessage(), "sss help " + entry.name())
                    : unknown(args);
        } catch (Exception | OutOfMemoryError e) {
            return failed(e);
        }
    }

    private int call(CommandTable.Entry entry, String[] args) throws Exception {
        Command command = entry.maker().get();
        Options options = Help.options(command);
        // A value stays as the shell passed it, including quotation marks in it: --map '"my program"'.
        CommandLine line = DefaultParser.builder()
                .setAllowPartialMatching(false)
                .setStripLeadingAndTrailingQuotes(false)
                .get()
                .parse(options, ParameterOption.apart(options, args));
        if (line.hasOption("help")) {
            Help.command(console, entry);
            return 0;
        }
        if (line.hasOption("json")) {
            console.useJson();
        }
        if (line.hasOption("quiet")) {
            console.useQuiet();
        }
        return command.run(new Call(line, console));
    }

    /** False if the arguments may be a mistyped subcommand of {@code entry}, such as {@code node replase}. */
    private boolean isMember(String[] args, CommandTable.Entry entry) {
        return entry.words() > 1 || table.typed(args).equals(args[0]);
    }

    private static Optional<String> nearest(CommandTable.Entry entry, String option) {
        String typed = option.replaceFirst("^-+", "").replaceFirst("=.*", "");
        return Nearest.of(
                typed,
                Help.options(entry.maker().get()).getOptions().stream()
                        .map(Option::getLongOpt)
                        .filter(Objects::nonNull));
    }

    private static String didYouMean(String name) {
        return "; did you mean " + name + "?";
    }

    private int help(List<String> args) {
        if (args.size() <= 1) {
            help.all(console);
            return 0;
        }
        String[] words = args.subList(1, args.size()).toArray(String[]::new);
        CommandTable.Entry entry = table.find(words);
        if (entry != null) {
            Help.command(console, entry);
            return 0;
        }
        if (help.family(console, words[0])) {
            return 0;
        }
        return unknown(words);
    }

    private int unknown(String[] words) {
        String typed = table.typed(words);
        List<String> members = table.family(words[0]);
        String help = members.isEmpty() ? "sss help" : "sss help " + words[0];
        if (typed.startsWith("-")) {
            return usageError("put options such as " + typed + " after the command", help);
        }
        if (!members.isEmpty() && typed.equals(words[0])) {
            return usageError("'" + typed + "' needs a subcommand: " + String.join(", ", members), help);
        }
        return usageError(
                "unknown command '" + typed + "'"
                        + table.nearest(words)
                                .map(name -> didYouMean("'" + name + "'"))
                                .orElse(members.isEmpty() ? "" : "; the subcommands are " + String.join(", ", members)),
                help);
    }

    private int usageError(String message, String help) {
        console.error("sss: " + message + (message.endsWith("?") ? " See '" : "; see '") + help + "'");
        return USAGE_ERROR;
    }

    private int failed(Throwable e) {
        Failure failure = new Failure(e);
        if (failure.isClosedPipe()) {
            return 0;
        }
        console.error("sss: " + failure.message());
        if (verbose) {
            console.problem(Thrown.trace(e).stripTrailing());
            if (e instanceof SssException s && s.remoteTrace() != null) {
                console.problem("on the node: " + s.remoteTrace());
            }
        }
        return FAILED;
    }

    private int flushed(int code) {
        try {
            console.flush();
            return code;
        } catch (UncheckedIOException e) {
            return Math.max(code, failed(e));
        }
    }
}
