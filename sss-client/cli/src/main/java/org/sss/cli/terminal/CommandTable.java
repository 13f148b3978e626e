package org.sss.cli.terminal;

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
        public int words() {
            return name.indexOf(' ') < 0 ? 1 : 2;
        }
    }

    private final List<Entry> entries;

    public CommandTable(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    public List<Entry> entries() {
        return entries;
    }

    /** The command that these words begin with, or null. */
    public Entry find(String... words) {
        for (Entry entry : entries) {
            String[] name = entry.name().split(" ");
            if (words.length >= name.length && List.of(words).subList(0, name.length).equals(List.of(name))) {
                return entry;
            }
        }
        return null;
    }

    /** The second words of the commands that begin with {@code word}. */
    public List<String> family(String word) {
        return entries.stream().map(Entry::name).filter(name -> name.startsWith(word + " "))
                .map(name -> name.substring(word.length() + 1)).toList();
    }

    /** The entries by their headings, in the order in which the help lists them; without a heading when the table has none. */
    public Map<String, List<Entry>> sections() {
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
    public String nearest(String... words) {
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
    public String typed(String[] words) {
        return words.length > 1 && !words[1].startsWith("-") && !family(words[0]).isEmpty() ? words[0] + " " + words[1] : words[0];
    }
}
