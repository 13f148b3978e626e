package org.sss.client.cli;

import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;

/** Prints the table of commands. Stateless. */
final class Help {
    private Help() {
    }

    static Options options(Command command) {
        Options options = new Options();
        command.describe(options);
        options.addOption("h", "help", false, "this text");
        options.addOption(null, "json", false, "results as JSON, for programs");
        options.addOption(null, "verbose", false, "errors with stack traces");
        return options;
    }

    static void all(Console console) {
        console.line("SSS: MapReduce on a distributed key-value store");
        console.line("");
        CommandTable.ENTRIES.forEach(entry -> synopsis(console, entry));
        console.line("");
        console.line("'sss help COMMAND' shows the options of a command. Exit code: 0, 1 for failure, 2 for wrong use.");
    }

    /** All commands that begin with {@code word}; false when there is none. */
    static boolean family(Console console, String word) {
        var members = CommandTable.ENTRIES.stream().filter(entry -> entry.name().startsWith(word + " ")).toList();
        members.forEach(entry -> synopsis(console, entry));
        return !members.isEmpty();
    }

    static void command(Console console, CommandTable.Entry entry) {
        console.line("usage: sss " + entry.name() + " " + entry.synopsis());
        console.line(entry.summary());
        console.line("");
        for (Option option : options(entry.maker().get()).getOptions()) {
            String name = "--" + option.getLongOpt() + (option.hasArg() ? " " + argument(option) : "");
            console.line(String.format("  %-24s %s", name, option.getDescription()));
        }
    }

    private static String argument(Option option) {
        return option.getArgName() == null ? "VALUE" : option.getArgName();
    }

    private static void synopsis(Console console, CommandTable.Entry entry) {
        String usage = "sss " + entry.name() + (entry.synopsis().isEmpty() ? "" : " " + entry.synopsis());
        console.line(String.format("  %-58s %s", usage, entry.summary()));
    }
}
