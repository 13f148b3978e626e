package org.sss.client.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sss.net.control.Nearest;

/** Commands: the help is printed from such a table. Immutable. */
public final class CommandTable {
    private static final String OTHER = "Other";
    /** Headings of the help by the first word of the commands below them, in their order. */
    private static final Map<String, List<String>> HEADINGS = headings();

    /** @param name one or two words */
    public record Entry(String name, String synopsis, String summary, Supplier<Command> maker) {
        int words() {
            return name.indexOf(' ') < 0 ? 1 : 2;
        }
    }

    static final List<Entry> ENTRIES = List.of(
            new Entry("local wordcount", "FILE... [--nodes N] [--output OUT.tsv] [--top K]", "count words inside this process",
                    LocalWordCount::new),
            new Entry("local run", "JAR [--class C] [ARGS]", "run a job inside this process", LocalRun::new),
            new Entry("node", "--conf FILE", "run one node until it is stopped", NodeCommand::new),
            new Entry("cluster start", "--nodes N --dir DIR", "start N node processes on this machine", ClusterStart::new),
            new Entry("cluster status", "[--dir DIR]", "ask the nodes of a cluster, or show which of those in DIR run; exit code 1 unless all do",
                    ClusterShow::new),
            new Entry("cluster stop", "--dir DIR", "stop them; the data stays", ClusterStop::new),
            new Entry("cluster recover-journal", "DIR", "make a new journal for data whose journal is lost for good; its groups have no names then",
                    ClusterRecoverJournal::new),
            new Entry("cluster accept-loss", "NODE", "let a node that has lost groups take new data; they stay incomplete until they are dropped",
                    ClusterAcceptLoss::new),
            new Entry("run", "JAR [--class C] [ARGS]", "run a job on a cluster", RunCommand::new),
            new Entry("explain", "JAR [--class C] [ARGS]", "print the jobs of a workflow and what goes between them", ExplainCommand::new),
            new Entry("stream", "--map COMMAND --reduce COMMAND --input GROUP --output GROUP",
                    "run executables as mapper and reducer", StreamCommand::new),
            new Entry("sort", "GROUP SORTED-GROUP [--replace]", "copy a group in the order of its keys over all subgroups",
                    SortCommand::new),
            new Entry("jobs", "", "list the workflows of a cluster", JobsCommand::new),
            new Entry("job", "ID|NAME", "show one workflow (of a name the newest), and a report of each job that is over", JobCommand::new),
            new Entry("wait", "ID|NAME", "wait for the end of a workflow; exit code 1 unless it succeeds", WaitCommand::new),
            new Entry("cancel", "ID", "cancel a workflow", CancelCommand::new),
            new Entry("replay", "WORKFLOW/JOB KEY", "run the functions of a job here for one key, with their trace", ReplayCommand::new),
            new Entry("group ls", "[PATTERN...]", "list the groups of a cluster, or those that match, such as 'tmp-*'", GroupList::new),
            new Entry("group import", "GROUP FILE...", "write files to a new group: lines, CSV, JSON; also compressed ones", GroupImport::new),
            new Entry("group put", "GROUP KEY FILE [KEY FILE]...", "write whole files to a new group, each the value of a key",
                    GroupPut::new),
            new Entry("group export", "GROUP FILE", "write a group to a file, '-' for stdout; as lines, CSV or JSON, by its name", GroupExport::new),
            new Entry("group get", "GROUP KEY...", "print the values of keys; exit code 1 when one is not there", GroupGet::new),
            new Entry("group scan", "GROUP [--prefix P] [--limit N]", "print tuples by key", GroupScan::new),
            new Entry("group count", "GROUP", "print the number of tuples", GroupCount::new),
            new Entry("group rm", "GROUP...", "drop groups, by name or by a quoted pattern such as 'tmp-*'", GroupRemove::new),
            new Entry("group cp", "GROUP NEW-NAME [--replace]", "copy a group, at once whatever its size", GroupCopyCommand::new),
            new Entry("group mv", "GROUP NEW-NAME", "rename a group", GroupRename::new),
            new Entry("group stat", "GROUP", "show how a group lies on the nodes, and its skew", GroupStatCommand::new),
            new Entry("group orphans", "", "list groups that nodes have and the journal does not know, as after it was restored", GroupOrphans::new),
            new Entry("group adopt", "ID NAME", "give an orphaned group a name", GroupAdopt::new),
            new Entry("group purge", "ID...|--all", "delete orphaned groups for good", GroupPurge::new),
            new Entry("fsck", "DIR", "verify the data of nodes that do not run; exit code 1 when something is wrong", FsckCommand::new),
            new Entry("bench", "COMMAND", "measure SSS and its rivals, see 'sss help bench'", BenchCommand::new),
            new Entry("completion", "bash|zsh", "print a script that completes commands, options and groups in a shell",
                    CompletionCommand::new),
            new Entry("version", "", "print the version", VersionCommand::new));

    static final CommandTable SSS = new CommandTable(ENTRIES);

    private final List<Entry> entries;

    public CommandTable(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    List<Entry> entries() {
        return entries;
    }

    /** The command that these words begin with, or null. */
    Entry find(String... words) {
        for (Entry entry : entries) {
            String[] name = entry.name().split(" ");
            if (words.length >= name.length && List.of(words).subList(0, name.length).equals(List.of(name))) {
                return entry;
            }
        }
        return null;
    }

    /** The second words of the commands that begin with {@code word}. */
    List<String> family(String word) {
        return entries.stream().map(Entry::name).filter(name -> name.startsWith(word + " "))
                .map(name -> name.substring(word.length() + 1)).toList();
    }

    /** The entries by their headings, in the order in which the help lists them; without a heading when the table has none. */
    Map<String, List<Entry>> sections() {
        Map<String, List<Entry>> sections = new LinkedHashMap<>();
        HEADINGS.keySet().forEach(heading -> sections.put(heading, entries.stream().filter(entry -> heading(entry).equals(heading)).toList()));
        sections.values().removeIf(List::isEmpty);
        return sections;
    }

    private static String heading(Entry entry) {
        String first = entry.name().split(" ")[0];
        return HEADINGS.entrySet().stream().filter(heading -> heading.getValue().contains(first)).map(Map.Entry::getKey).findFirst()
                .orElse(OTHER);
    }

    private static Map<String, List<String>> headings() {
        Map<String, List<String>> headings = new LinkedHashMap<>();
        headings.put("Inside this process, without a cluster", List.of("local"));
        headings.put("Clusters", List.of("node", "cluster", "fsck"));
        headings.put("Jobs", List.of("run", "stream", "sort", "explain", "jobs", "job", "wait", "cancel", "replay"));
        headings.put("Groups", List.of("group"));
        headings.put("Benchmarks", List.of("bench"));
        headings.put(OTHER, List.of());
        return headings;
    }

    /** For an error: the command that resembles {@code words}, by its name or one of the words of it; or nothing. */
    String nearest(String... words) {
        String typed = typed(words);
        List<String> family = family(words[0]);
        if (!family.isEmpty()) {
            return Nearest.hint(typed.substring(words[0].length()).strip(), family.stream());
        }
        String hint = Nearest.hint(typed, entries.stream().map(entry -> entry.name().split(" ")[0]).distinct());
        return hint.isEmpty() ? bySecondWord(typed) : hint;
    }

    /** {@code import} is {@code group import}. */
    private String bySecondWord(String typed) {
        return entries.stream().map(Entry::name).filter(name -> name.endsWith(" " + typed)).findFirst()
                .map(name -> "; the nearest is '" + name + "'").orElse("");
    }

    /** What the user took for a command, for an error. */
    String typed(String[] words) {
        return words.length > 1 && !words[1].startsWith("-") && !family(words[0]).isEmpty() ? words[0] + " " + words[1] : words[0];
    }
}
