package org.sss.benchmarks.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.sss.cli.Main;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CommandTable;

/** The entry of {@code sss bench}, which the launcher starts with a class path of its own. One thread. */
public final class BenchMain {
    private static final CommandTable COMMANDS = new CommandTable(List.of(
            new CommandTable.Entry(
                    "bench micro",
                    "[--mode M] [--values SIZES] [--rivals] ...",
                    "write and read many small records, with the same bytes for each system",
                    MicroCommand::new),
            new CommandTable.Entry(
                    "bench delete",
                    "[--sizes SIZES] ...",
                    "write groups of several sizes, and drop them",
                    DeleteCommand::new),
            new CommandTable.Entry(
                    "bench text",
                    "[--app NAMES] [--sizes SIZES] [--api NAMES] ...",
                    "count words and pairs of words, group words: string and byte programs",
                    TextCommand::new),
            new CommandTable.Entry(
                    "bench iterate", "[--app NAMES] [--iterations N] ...", "k-means and PageRank", IterateCommand::new),
            new CommandTable.Entry(
                    "bench sort", "[--sizes SIZES] ...", "sort records of 100 bytes", SortRecordsCommand::new),
            new CommandTable.Entry(
                    "bench apps",
                    "[--app NAMES] [--scale X] [--combiner on|off] [--buffer hash|array] ...",
                    "seven applications of multicore engines",
                    AppsCommand::new),
            new CommandTable.Entry(
                    "bench latency",
                    "[--jobs N] [--threads T] ...",
                    "jobs of one tuple, and the start of a cluster",
                    LatencyCommand::new),
            new CommandTable.Entry(
                    "bench scale",
                    "[--app NAMES] [--counts NUMBERS] ...",
                    "the same job on 1 to 16 nodes",
                    ScaleCommand::new),
            new CommandTable.Entry(
                    "bench shuffle",
                    "[--method NAMES] [--sizes SIZES] [--skew FROM:TO:STEP] ...",
                    "the same jobs with each shuffle method, and skewed ones",
                    ShuffleCommand::new),
            new CommandTable.Entry(
                    "bench all", "[--quick] [--only NAMES] ...", "all of these, and one report", AllCommand::new),
            new CommandTable.Entry(
                    "bench synthetic",
                    "--preset P|--conf FILE [--sweep] [--system S] ...",
                    "the papers' benchmark that moves bytes: read, write and shuffle",
                    SyntheticCommand::new),
            new CommandTable.Entry(
                    "bench macro",
                    "[--workload NAMES] [--pairs LIST] [--system S] ...",
                    "read, write and shuffle more and more pairs of the same total",
                    MacroCommand::new),
            new CommandTable.Entry(
                    "bench fit",
                    "--conf FILE|--job FILE ...",
                    "predict time, disk, memory and skew of a job, then measure it; compare it with a real one",
                    FitCommand::new),
            new CommandTable.Entry(
                    "bench history",
                    "DIR",
                    "add the figures of a directory of results to the history, and draw it",
                    HistoryCommand::new),
            new CommandTable.Entry(
                    "bench get",
                    "SYSTEM",
                    "fetch the libraries of a system to compare with, spark or hadoop",
                    GetCommand::new)));

    private BenchMain() {}

    public static void main(String[] args) {
        Main.exit(COMMANDS, args);
    }

    /** What the user typed, for reports. */
    static String typed(String command, Call call) {
        return "sss bench " + command
                + Arrays.stream(call.line().getOptions()).map(BenchMain::typed).collect(Collectors.joining());
    }

    private static String typed(Option option) {
        String name = " --" + option.getLongOpt();
        return option.hasArg() ? name + " " + option.getValue() : name;
    }

    /** Whether a command has an option. */
    static boolean hasOption(Command command, String option) {
        return optionsOf(command).hasLongOption(option);
    }

    /** Whether it names a directory: {@code --data} of {@code micro} is something else. */
    static boolean takesDirectory(Command command, String option) {
        return hasOption(command, option)
                && optionsOf(command).getOption(option).getArgName().endsWith("DIR");
    }

    private static Options optionsOf(Command command) {
        Options options = new Options();
        command.describe(options);
        return options;
    }

    /** As {@link Main#run(String[], OutputStream, PrintStream, boolean)}. */
    static int run(String[] args, OutputStream out, PrintStream err, boolean terminal) {
        return Main.run(COMMANDS, args, out, err, terminal);
    }

    /** The same, where nobody sees a line being overwritten. */
    static int run(String[] args, OutputStream out, PrintStream err) {
        return run(args, out, err, false);
    }
}
