package org.sss.cli.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.sss.net.control.Nearest;

/** The commands of a program; the help is generated from it. Immutable. */
public final class CommandTable {
    private static final String OTHER = "Other";
    /** Headings of the help in display order, each with the first words of its commands. */
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

    /** Returns the command whose name {@code words} start with, or null. */
    public Entry find(String... words) {
        for (Entry entry : entries) {
            String[] name = entry.name().split(" ");
            if (words.length >= name.length
                    && List.of(words).subList(0, name.length).equals(List.of(name))) {
                return entry;
            }
        }
        return null;
    }

    /** Returns the subcommands of {@code word}. Empty if it has none. */
    public List<String> family(String word) {
        return entries.stream()
                .map(Entry::name)
                .filter(name -> name.startsWith(word + " "))
                .map(name -> name.substring(word.length() + 1))
                .toList();
    }

    /** Returns the entries by heading, in display order, without empty headings. */
    public Map<String, List<Entry>> sections() {
        Map<String, List<Entry>> sections = new LinkedHashMap<>();
        HEADINGS.keySet()
                .forEach(heading -> sections.put(
                        heading,
                        entries.stream()
                                .filter(entry -> heading(entry).equals(heading))
                                .toList()));
        sections.values().removeIf(List::isEmpty);
        return sections;
    }

    private static String heading(Entry entry) {
        String first = entry.name().split(" ")[0];
        return HEADINGS.entrySet().stream()
                .filter(heading -> heading.getValue().contains(first))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(OTHER);
    }

    private static Map<String, List<String>> headings() {
        Map<String, List<String>> headings = new LinkedHashMap<>();
        headings.put("Inside this process, without a cluster", List.of("local"));
        headings.put("Clusters", List.of("node", "cluster", "security", "ui", "fsck"));
        headings.put(
                "Jobs", List.of("run", "stream", "sort", "join", "explain", "jobs", "job", "wait", "cancel", "replay"));
        headings.put("Groups", List.of("group"));
        headings.put("Benchmarks", List.of("bench"));
        headings.put(OTHER, List.of());
        return headings;
    }

    /** Returns the command or subcommand that resembles {@code words}. Empty if none does. */
    public Optional<String> nearest(String... words) {
        String typed = typed(words);
        List<String> family = family(words[0]);
        if (!family.isEmpty()) {
            return Nearest.of(typed.substring(words[0].length()).strip(), family.stream());
        }
        Optional<String> nearest = Nearest.of(
                typed, entries.stream().map(entry -> entry.name().split(" ")[0]).distinct());
        return nearest.isPresent() ? nearest : bySecondWord(typed);
    }

    /** Such as {@code group import} for {@code import}. */
    private Optional<String> bySecondWord(String typed) {
        return entries.stream()
                .map(Entry::name)
                .filter(name -> name.endsWith(" " + typed))
                .findFirst();
    }

    /** Returns the words that the user meant as a command, for an error message. */
    public String typed(String[] words) {
        return words.length > 1
                        && !words[1].startsWith("-")
                        && !family(words[0]).isEmpty()
                ? words[0] + " " + words[1]
                : words[0];
    }
}
