package org.sss.client.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.sss.api.SssException;

/** The entry of the {@code sss} command. One thread. */
public final class Main {
    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;

    private final Console console;
    private boolean verbose;

    private Main(Console console) {
        this.console = console;
    }

    public static void main(String[] args) {
        Logs.configure(args);
        boolean terminal = Boolean.getBoolean("sss.terminal");
        System.exit(run(args, new FileOutputStream(FileDescriptor.out), System.err, terminal));
    }

    /**
     * Runs one command and returns its exit code: 0, 1 for failure, 2 for wrong use.
     *
     * @param terminal whether {@code err} is a terminal, where a progress bar can be drawn
     */
    public static int run(String[] args, OutputStream out, PrintStream err, boolean terminal) {
        Main main = new Main(new Console(out, err, terminal));
        int code = main.run(args);
        return main.flushed(code);
    }

    private int run(String[] args) {
        verbose = Arrays.asList(args).contains("--verbose");
        if (args.length == 0 || args[0].equals("--help") || args[0].equals("-h") || args[0].equals("help")) {
            return help(Arrays.asList(args));
        }
        CommandTable.Entry entry = CommandTable.find(args);
        if (entry == null) {
            return wrongUse("unknown command '" + CommandTable.typed(args) + "'", "sss help");
        }
        String[] rest = Arrays.copyOfRange(args, entry.words(), args.length);
        try {
            return call(entry, rest);
        } catch (UsageException | ParseException e) {
            return wrongUse(e.getMessage(), "sss help " + entry.name());
        } catch (Exception e) {
            return failed(e);
        } catch (OutOfMemoryError e) {
            console.err().println("sss: the heap of " + Units.bytes(Runtime.getRuntime().maxMemory())
                    + " is used up (" + e.getMessage() + "); give more with SSS_HEAP, for example SSS_HEAP=4g");
            return FAILED;
        }
    }

    private int call(CommandTable.Entry entry, String[] args) throws Exception {
        Command command = entry.maker().get();
        Options options = Help.options(command);
        CommandLine line = new DefaultParser(false).parse(options, args);
        if (line.hasOption("help")) {
            Help.command(console, entry);
            return 0;
        }
        if (line.hasOption("json")) {
            console.useJson();
        }
        return command.run(new Call(line, console));
    }

    private int help(List<String> args) {
        if (args.size() <= 1) {
            Help.all(console);
            return 0;
        }
        String[] words = args.subList(1, args.size()).toArray(String[]::new);
        CommandTable.Entry entry = CommandTable.find(words);
        if (entry != null) {
            Help.command(console, entry);
            return 0;
        }
        if (Help.family(console, words[0])) {
            return 0;
        }
        return wrongUse("unknown command '" + CommandTable.typed(words) + "'", "sss help");
    }

    private int wrongUse(String what, String help) {
        console.err().println("sss: " + what + "; see '" + help + "'");
        return WRONG_USE;
    }

    private int failed(Exception e) {
        if (isClosedPipe(e)) {
            return 0;
        }
        String message = e instanceof SssException ? e.getMessage()
                : e instanceof IOException || e instanceof UncheckedIOException ? "input or output failed: " + e.getMessage()
                : "unexpected " + e + "; run again with --verbose and report it";
        console.err().println("sss: " + message.strip().replaceAll("\\s*\\R\\s*", " | "));
        if (verbose) {
            e.printStackTrace(console.err());
            if (e instanceof SssException s && s.remoteTrace() != null) {
                console.err().println("on the node: " + s.remoteTrace());
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

    /** {@code sss ... | head} is no failure: the reader has what it wanted. */
    private static boolean isClosedPipe(Throwable e) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof IOException && t.getMessage() != null && t.getMessage().contains("Broken pipe")) {
                return true;
            }
        }
        return false;
    }
}
