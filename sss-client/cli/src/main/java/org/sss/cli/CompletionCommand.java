package org.sss.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.cli.Option;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CommandTable.Entry;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** {@code sss completion}: generates a completion script from the command table. */
final class CompletionCommand implements Command {
    private static final List<String> SHELLS = List.of("bash", "zsh");
    private static final String GROUP = "GROUP";
    /** Matches no command. */
    private static final String NONE = "'-'";

    @Override
    public int run(Call call) {
        String shell = call.args("bash|zsh").get(0);
        if (!SHELLS.contains(shell)) {
            throw new UsageException("unknown shell '" + shell + "'; completion supports bash and zsh");
        }
        call.console().text(script(shell));
        return 0;
    }

    private static String script(String shell) {
        List<Entry> entries = SssCommands.TABLE.entries();
        List<String> families = entries.stream()
                .filter(entry -> entry.words() > 1)
                .map(CompletionCommand::first)
                .distinct()
                .toList();
        return resource("completion.sh")
                        .replace("@SHELL@", shell)
                        .replace(
                                "@FIRST@",
                                Stream.concat(entries.stream().map(CompletionCommand::first), Stream.of("help"))
                                        .distinct()
                                        .collect(Collectors.joining(" ")))
                        .replace(
                                "@FAMILIES@",
                                families.stream().map(CompletionCommand::family).collect(Collectors.joining("\n")))
                        .replace("@ALL_GROUPS@", names(entry -> entry.synopsis().contains(GROUP + "...")))
                        .replace(
                                "@FIRST_GROUP@",
                                names(entry -> entry.synopsis().split(" ")[0].equals(GROUP)))
                        .replace("@GROUP_OPTIONS@", groupOptions())
                        .replace(
                                "@OPTIONS@",
                                entries.stream().map(CompletionCommand::options).collect(Collectors.joining("\n")))
                + resource("completion-" + shell + ".sh");
    }

    private static String first(Entry entry) {
        return entry.name().split(" ")[0];
    }

    private static String family(String word) {
        return "        " + word + ")\n            [ $# -gt 1 ] || { printf '%s\\n' "
                + String.join(" ", SssCommands.TABLE.family(word))
                + "; return; }\n            command=\"$1 $2\"; rest=$(($# - 2)) ;;";
    }

    private static String names(Predicate<Entry> wanted) {
        return pattern(SssCommands.TABLE.entries().stream().filter(wanted).map(Entry::name));
    }

    private static String groupOptions() {
        return pattern(SssCommands.TABLE.entries().stream()
                .filter(entry -> !entry.name().startsWith("local "))
                .flatMap(entry -> optionsOf(entry)
                        .filter(option -> option.hasLongOpt() && GROUP.equals(option.getArgName()))
                        .map(option -> entry.name() + ":--" + option.getLongOpt())));
    }

    private static String pattern(Stream<String> names) {
        String pattern = names.map(name -> "'" + name + "'").collect(Collectors.joining(" | "));
        return pattern.isEmpty() ? NONE : pattern;
    }

    private static String options(Entry entry) {
        return "                '" + entry.name() + "') printf '%s\\n' "
                + optionsOf(entry)
                        .map(option -> option.hasLongOpt() ? "--" + option.getLongOpt() : "-" + option.getOpt())
                        .collect(Collectors.joining(" "))
                + " ;;";
    }

    private static Stream<Option> optionsOf(Entry entry) {
        return Help.options(entry.maker().get()).getOptions().stream();
    }

    private static String resource(String name) {
        try (InputStream in = CompletionCommand.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
