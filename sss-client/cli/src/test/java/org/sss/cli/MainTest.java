package org.sss.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CommandTable;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.StandardOutput;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Terminal;

class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void helpListsEachCommand() {
        assertThat(sss("help")).isZero();
        assertThat(SssCommands.ENTRIES)
                .allSatisfy(entry -> assertThat(out.toString(UTF_8)).contains("  " + entry.name()));
        assertThat(err.size()).isZero();
    }

    @Test
    void everyCommandIsInTheTable() {
        Set<String> listed = SssCommands.ENTRIES.stream()
                .map(entry -> entry.maker().get().getClass().getName())
                .collect(Collectors.toSet());
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.sss.cli");
        List<String> missing = classes.stream()
                .filter(type -> type.isAssignableTo(Command.class) && !type.isInterface())
                .map(JavaClass::getName)
                .filter(name -> !listed.contains(name))
                .toList();
        assertThat(missing).as("commands without a line in SssCommands").isEmpty();
    }

    @Test
    void helpHasAHeadingForEachCommandAndFitsTheTerminal() {
        for (int columns : new int[] {60, 80, 100, 250}) {
            Terminal terminal = new Terminal(columns, false, true, false, false);
            Help help = new Help(SssCommands.TABLE);
            out.reset();
            Console console = new Console(out, new PrintStream(err, true, UTF_8), terminal);
            help.all(console);
            SssCommands.ENTRIES.forEach(entry -> Help.command(console, entry));
            console.flush();
            assertThat(out.toString(UTF_8).lines())
                    .as("at %d columns", columns)
                    .allMatch(line -> line.length() <= Math.min(100, columns));
        }
        assertThat(SssCommands.TABLE.sections().get("Other"))
                .extracting(CommandTable.Entry::name)
                .containsExactly("doctor", "completion", "version");
        assertThat(SssCommands.TABLE.sections().values().stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(SssCommands.ENTRIES);
    }

    @Test
    void aTerminalShowsErrorsInRedAndHeadingsInBold() {
        Console console = new Console(out, new PrintStream(err, true, UTF_8), new Terminal(80, true, true, true, true));
        console.error("sss: wrong");
        console.heading("GROUP");
        console.line("g");
        console.flush();
        String escape = "" + (char) 0x1b;
        assertThat(err.toString(UTF_8)).isEqualTo(escape + "[31msss: wrong" + escape + "[0m\n");
        assertThat(out.toString(UTF_8)).isEqualTo(escape + "[1mGROUP" + escape + "[0m\ng\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "gruop ls | 'group'",
                "group imprt x | 'import'",
                "import f | 'group import'",
                "stats | -",
                "clustr start | 'cluster'",
                "zebra | -",
                "group fly | -",
                "group ls --clustr a:1 | --cluster",
                "group ls --zebra | -",
                "group import g f -replce | --replace",
                "hepl | -"
            })
    void suggestsASimilarCommandOrOption(String line, String nearest) {
        assertThat(sss(line.split(" "))).isEqualTo(2);
        if (nearest.equals("-")) {
            assertThat(err.toString(UTF_8)).doesNotContain("did you mean");
        } else {
            assertThat(err.toString(UTF_8)).contains("; did you mean " + nearest + "? See 'sss help");
        }
    }

    @Test
    void anIncompleteCommandListsItsSubcommands() {
        assertThat(sss("cluster")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("'cluster' needs a subcommand: start, status, stop");
    }

    @Test
    void controlCharactersInErrorsAreEscaped() {
        assertThat(sss((char) 0x1b + "[2J")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("sss: unknown command '\\u001b[2J'");
    }

    @Test
    void anArgumentThatLooksLikeAnOptionIsExplained() {
        assertThat(sss("group", "get", "g", "-1")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains("unknown option -1; put '--' before arguments that start with '-'; see 'sss help group get'");
    }

    @Test
    void anUnknownLongOptionIsNoArgument() {
        assertThat(sss("group", "scan", "g", "--ascending")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).isEqualTo("sss: unknown option --ascending; see 'sss help group scan'\n");
    }

    @Test
    void aTableIsAsWideAsTheTerminal() {
        Console console =
                new Console(out, new PrintStream(err, true, UTF_8), new Terminal(80, true, true, false, false));
        Table table = new Table("GROUP", "KEYS", "VALUES", "TUPLES", "CREATED").shortened("KEYS", "VALUES");
        table.row(
                "bytes-by-user",
                "string",
                "record(hits:long,bytes:long,first:instant,last:instant)",
                5000,
                "2026-11-28 20:00:00");
        table.print(console);
        Console narrow =
                new Console(out, new PrintStream(err, true, UTF_8), new Terminal(20, true, true, false, false));
        table.print(narrow);
        console.flush();
        narrow.flush();
        List<String> lines = out.toString(UTF_8).lines().toList();
        assertThat(lines.get(1))
                .hasSize(80)
                .isEqualTo("bytes-by-user  string  record(hits:long,bytes:lo...    5000  2026-11-28 20:00:00");
        assertThat(lines.get(3)).contains("bytes-by-user  string  recor...  ");
        assertThat(lines).hasSize(4);
        Console file = new Console(out, new PrintStream(err, true, UTF_8), false);
        table.print(file);
        file.flush();
        assertThat(out.toString(UTF_8)).contains("last:instant)");
    }

    @Test
    void aValueInQuotationMarksKeepsThem() {
        assertThat(sss("group", "import", "g", "f", "--compress", "\"lz4\"")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("not '\"lz4\"'");
    }

    @Test
    void rejectsARepeatedOptionWithItsValues() {
        assertThat(sss("group", "rm", "g", "--cluster", "here:1", "--cluster", "there:1"))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--cluster takes one value, but is given 2: here:1, there:1");
    }

    @Test
    void unexpectedArgumentsAreReported() {
        assertThat(sss("stream", "--map", "./filter.sh", "strict", "--input", "g", "--output", "h"))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains("expected no arguments, got strict")
                .contains("--map 'COMMAND ARGUMENTS'");
    }

    @Test
    void aMistypedSubcommandOfACommandIsFound() {
        assertThat(sss("node", "replase", "2")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("unknown command 'node replase'; did you mean 'replace'?");
    }

    @Test
    void helpOfACommandListsItsOptions() {
        assertThat(sss("help", "group", "scan")).isZero();
        assertThat(out.toString(UTF_8))
                .contains("usage: sss group scan GROUP")
                .contains("--prefix")
                .contains("--cluster")
                .contains("--json");
    }

    @Test
    void theHelpOptionPrintsTheSame() {
        assertThat(sss("cluster", "start", "--help")).isZero();
        assertThat(out.toString(UTF_8)).contains("usage: sss cluster start");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fly",
                "group fly",
                "help fly",
                "group ls --older-than x",
                "node remove 2",
                "node remove --lost",
                "node replace x",
                "cluster repair now",
                "group ls --names --json",
                "group rm",
                "group rm a --older-than 7",
                "group orphans x",
                "group adopt 7",
                "group purge",
                "group purge 7 --all",
                "completion",
                "completion fish",
                "group scan",
                "group scan g --limit x",
                "group scan g --limit -1",
                "group scan g --unknown",
                "local wordcount",
                "local wordcount f --nodes 0",
                "local run j.jar --import nofile",
                "local run j.jar --drop g",
                "local run j.jar --import g=a --import g=b",
                "local wordcount f --drop lines",
                "cluster status --dir d --cluster a:1",
                "wait",
                "wait wf-1 wf-2",
                "node",
                "cluster start --nodes 3",
                "cluster start --dir",
                "cluster stop",
                "group import g",
                "group import g f --tsv --keys text",
                "group import g f --compress gzip",
                "cancel",
                "group",
                "local",
                "cluster start --help-me",
                "group get g -1",
                "--cluster a:1 jobs",
                "local wordcount f --nodes 257",
                "cluster start --nodes 2 --dir d --port 65533",
                "cluster start --nodes 2 --dir d --set x",
                "cluster start --nodes 2 --dir d --set data.dir=x",
                "stream --input g --output h",
                "stream --map cat --input g",
                "stream --map cat --output h",
                "stream --map 'cat --input g --output h",
                "stream --map cat --input g --output h --format csv",
                "stream --map cat --input g --output h --format tsv",
                "stream --map cat --combine cat --input g --output h",
                "stream --map cat --input g --output h --separator xy",
                "stream --map cat --input g --output h --separator x --format escaped",
                "stream --reduce cat --input files:x --output h",
                "stream --map cat --input g --output h --keys text",
                "stream --map ./filter.sh strict --input g --output h",
                "version 2",
                "stream --reduce cat --input g --output h --values-only",
                "stream --map cat --input g --output h --map-keys long",
                "stream --reduce cat --input g --output h --map-values long",
                "group import g f --bytes --tsv",
                "group import g f --bytes --csv",
                "group import g f --null skip",
                "group import g f --skip-bad 1",
                "explain",
                "group scan g --limit 1 --limit 2",
                "stream --map cat --map tac --input g --output h",
                "group ls --cluster a:1 --cluster b:1",
                "group put g a - b -",
                "ui page",
                "group import g f --bad-rows b",
                "group scan g --top 0",
                "group scan g --top 1 --limit 1",
                "group ls --sort age",
                "join a b",
                "join a b c --kind outer",
                "stream --map cat --input files:- --output o",
                "stream --map cat --input - --output o",
                "run j.jar --priority 0",
                "run j.jar --priority 1001",
                "run j.jar --stall-timeout 0",
                "sort a b --priority high",
                "stream --map cat --input g --output h --stall-timeout 0",
                "run j.jar -D x",
                "run j.jar -Dx",
                "run j.jar -D =x",
                "run j.jar -Dx=1 -D x=2",
                "local run j.jar -D x",
                "sort a b -D x",
                "job j --csv --json",
                "job j --tasks --json",
                "stream --map cat --input g --output h -D x",
                "local wordcount f -Dx",
                "group get g k --raw --json",
                "local wordcount f --output - --json",
                "local wordcount f --output - --top 3"
            })
    void usageErrorsAreOneLineWithExitCodeTwo(String line) {
        assertThat(sss(line.split(" "))).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .startsWith("sss: ")
                .contains("see 'sss help")
                .hasLineCount(1);
        assertThat(out.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run j.jar",
                "sort a b",
                "stream --map cat --input g --output h",
                "local run j.jar",
                "local wordcount f"
            })
    void anUnknownShuffleMethodIsReportedBeforeAnythingRuns(String line) {
        assertThat(sss((line + " -D shuffle.method=magic").split(" "))).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .startsWith("sss: shuffle.method = 'magic' is unknown; the methods are direct, ")
                .contains("pairwise")
                .hasLineCount(1);
        assertThat(out.size()).isZero();
    }

    @Test
    void anUnknownGroupingIsReportedBeforeAnythingRuns() {
        assertThat(sss("run", "j.jar", "-D", "task.grouping=tree")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .startsWith("sss: task.grouping = 'tree' is unknown; it is one of auto, hash, sort")
                .hasLineCount(1);
    }

    @Test
    void helpListsShortOptions() {
        assertThat(sss("help", "run")).isZero();
        assertThat(out.toString(UTF_8)).contains("  -D NAME=VALUE ");
    }

    @Test
    void failuresAreOneLineWithExitCodeOne() {
        assertThat(sss("group", "ls", "--cluster", "127.0.0.1:1")).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .startsWith("sss: no SSS node answers at 127.0.0.1:1")
                .hasLineCount(1);
    }

    @Test
    void anAddressWithoutPortIsExplained() {
        assertThat(sss("jobs", "--cluster", "somewhere")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("'somewhere' is not HOST:PORT");
    }

    @Test
    void aMissingInputFileIsReportedBeforeTheClusterStarts() {
        assertThat(sss("local", "wordcount", "no-such-file.txt")).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("no-such-file.txt")
                .contains("does not exist")
                .hasLineCount(1);
    }

    @Test
    void verboseAddsTheStackTrace() {
        assertThat(sss("local", "wordcount", "no-such-file.txt", "--verbose")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("\tat org.sss.client.");
    }

    @Test
    void jsonIsOneDocument() throws IOException {
        assertThat(sss("version", "--json")).isZero();
        assertThat(org.sss.net.rpc.Json.mapper().readTree(out.toByteArray()).has("version"))
                .isTrue();
    }

    @Test
    void aClosedPipeIsNotAFailure() {
        int code = Main.run(
                new String[] {"help"},
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new StandardOutput.ClosedPipe(new IOException("Broken pipe"));
                    }
                },
                new PrintStream(err, true, UTF_8),
                false);
        assertThat(code).isZero();
        assertThat(err.size()).isZero();
    }

    @Test
    void aFullDiskIsAFailure() {
        int code = Main.run(
                new String[] {"help"},
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("No space left on device");
                    }
                },
                new PrintStream(err, true, UTF_8),
                false);
        assertThat(code).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("No space left on device").hasLineCount(1);
    }

    private int sss(String... args) {
        return Main.run(args, out, new PrintStream(err, true, UTF_8), false);
    }
}
