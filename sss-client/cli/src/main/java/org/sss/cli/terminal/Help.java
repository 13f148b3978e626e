package org.sss.cli.terminal;

import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;

/** Prints the help of a table of commands. Immutable. */
public final class Help {
    private static final int INDENT = 2;
    private static final int MAX_TERM_WIDTH = 32;

    private final CommandTable table;

    public Help(CommandTable table) {
        this.table = table;
    }

    /**
     * Adds an option with a value.
     *
     * @param argument name of the value in the help
     */
    public static void option(Options options, String name, String argument, String description) {
        options.addOption(Option.builder()
                .longOpt(name)
                .hasArg()
                .argName(argument)
                .desc(description)
                .get());
    }

    public static Options options(Command command) {
        Options options = new Options();
        command.describe(options);
        options.addOption("h", "help", false, "print this help");
        options.addOption(null, "json", false, "print results as JSON");
        options.addOption(null, "quiet", false, "print no progress, no notes, and no report of an import or export");
        options.addOption(null, "verbose", false, "print errors with stack traces");
        return options;
    }

    public void all(Console console) {
        console.heading("SSS: MapReduce on a distributed key-value store");
        console.line("");
        console.line("usage: sss COMMAND [OPTIONS]");
        table.sections().forEach((heading, entries) -> {
            console.line("");
            console.heading(heading);
            entries.forEach(entry -> synopsis(console, entry));
        });
        console.line("");
        paragraph(
                console,
                "'sss help COMMAND' shows the options of a command. Commands on a cluster connect to --cluster "
                        + "HOST:PORT (any node),"
                        + " SSS_CLUSTER, or " + Call.DEFAULT_CLUSTER
                        + ". Exit code: 0 for success, 1 for failure, 2 for a usage error.");
    }

    /** Prints the subcommands of {@code word}. Returns false if it has none. */
    public boolean family(Console console, String word) {
        var members = table.entries().stream()
                .filter(entry -> entry.name().startsWith(word + " "))
                .toList();
        members.forEach(entry -> synopsis(console, entry));
        return !members.isEmpty();
    }

    public static void command(Console console, CommandTable.Entry entry) {
        paragraph(console, "usage: sss " + usage(entry));
        paragraph(console, entry.summary());
        console.line("");
        List<Option> options = List.copyOf(options(entry.maker().get()).getOptions());
        int width = termWidth(console, options.stream().map(Help::name));
        options.forEach(option -> columns(console, name(option), option.getDescription(), width));
    }

    static String name(Option option) {
        return (option.hasLongOpt() ? "--" + option.getLongOpt() : "-" + option.getOpt())
                + (option.hasArg() ? " " + option.getArgName() : "");
    }

    private void synopsis(Console console, CommandTable.Entry entry) {
        columns(
                console,
                usage(entry),
                entry.summary(),
                termWidth(console, table.entries().stream().map(Help::usage)));
    }

    /** Width of the widest term that leaves most of the line for its description. */
    private static int termWidth(Console console, Stream<String> terms) {
        int max = Math.min(MAX_TERM_WIDTH, console.textColumns() * 2 / 5);
        return terms.mapToInt(String::length)
                .filter(length -> length <= max)
                .max()
                .orElse(max);
    }

    private static void columns(Console console, String term, String description, int termWidth) {
        WrappedText.columns(term, description, INDENT, termWidth, console.textColumns())
                .forEach(console::line);
    }

    private static void paragraph(Console console, String text) {
        WrappedText.lines(text, console.textColumns()).forEach(console::line);
    }

    private static String usage(CommandTable.Entry entry) {
        return entry.name() + (entry.synopsis().isEmpty() ? "" : " " + entry.synopsis());
    }
}
