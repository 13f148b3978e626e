package org.sss.client.cli;

import java.util.List;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;

/** Prints a table of commands. Immutable. */
public final class Help {
    private final CommandTable table;
    private final int synopsisWidth;

    Help(CommandTable table) {
        this.table = table;
        synopsisWidth = table.entries().stream().mapToInt(entry -> usage(entry).length()).max().orElse(1);
    }

    /** Adds an option with a value, which the help calls {@code argument}. */
    public static void option(Options options, String name, String argument, String description) {
        options.addOption(Option.builder().longOpt(name).hasArg().argName(argument).desc(description).get());
    }

    static Options options(Command command) {
        Options options = new Options();
        command.describe(options);
        options.addOption("h", "help", false, "this text");
        options.addOption(null, "json", false, "results as JSON, for programs");
        options.addOption(null, "verbose", false, "errors with stack traces");
        return options;
    }

    void all(Console console) {
        console.line("SSS: MapReduce on a distributed key-value store");
        console.line("");
        table.entries().forEach(entry -> synopsis(console, entry));
        console.line("");
        console.line("Commands on a cluster take --cluster HOST:PORT of any node, else SSS_CLUSTER, else "
                + Call.DEFAULT_CLUSTER + ".");
        console.line("'sss help COMMAND' shows the options of a command. Exit code: 0, 1 for failure, 2 for wrong use.");
    }

    /** All commands that begin with {@code word}; false when there is none. */
    boolean family(Console console, String word) {
        var members = table.entries().stream().filter(entry -> entry.name().startsWith(word + " ")).toList();
        members.forEach(entry -> synopsis(console, entry));
        return !members.isEmpty();
    }

    static void command(Console console, CommandTable.Entry entry) {
        console.line("usage: " + usage(entry));
        console.line(entry.summary());
        console.line("");
        List<Option> options = List.copyOf(options(entry.maker().get()).getOptions());
        int width = options.stream().mapToInt(option -> name(option).length()).max().orElse(1);
        options.forEach(option -> console.line("  " + padded(name(option), width) + "  " + option.getDescription()));
    }

    private static String name(Option option) {
        return (option.hasLongOpt() ? "--" + option.getLongOpt() : "-" + option.getOpt()) + (option.hasArg() ? " " + option.getArgName() : "");
    }

    private void synopsis(Console console, CommandTable.Entry entry) {
        console.line("  " + padded(usage(entry), synopsisWidth) + "  " + entry.summary());
    }

    private static String usage(CommandTable.Entry entry) {
        return "sss " + entry.name() + (entry.synopsis().isEmpty() ? "" : " " + entry.synopsis());
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
