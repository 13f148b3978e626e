package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents use the words of docs/glossary.md, which lists those that are not used and what to write instead. */
class WordsTest {
    private static final Path TOP = Path.of("").toAbsolutePath().getParent();
    private static final Path GLOSSARY = TOP.resolve("docs/glossary.md");
    /** Files, or directories with all that is below them. */
    private static final List<String> CHECKED = List.of(
            "README.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "conf",
            "docs");
    private static final Path BENCHMARK_RESULTS = TOP.resolve("docs/benchmarks");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\| ([^|]+) \\|$");
    /** Of Markdown: fenced code, inline code, and the targets of links. */
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$|`[^`]*`|\\]\\([^)]*\\)");
    /** Of Java: strings and comments. */
    private static final Pattern TEXT = Pattern.compile("(?s)\"(?:\\\\.|[^\"\\\\\\n])*\"|//[^\\n]*|/\\*.*?\\*/");

    private final Map<Pattern, String> words = words();

    WordsTest() throws IOException {
    }

    @Test
    void documentsUseTheWordsOfTheGlossary() throws IOException {
        List<String> found = new ArrayList<>();
        for (String checked : CHECKED) {
            try (Stream<Path> files = Files.walk(TOP.resolve(checked))) {
                for (Path file : files.filter(WordsTest::isChecked).sorted().toList()) {
                    found.addAll(found(TOP.relativize(file).toString(), Files.readString(file)));
                }
            }
        }
        assertThat(found).as("words that docs/glossary.md replaces").isEmpty();
    }

    @Test
    void reportsFileLineAndTheWordToUse() {
        String page = "One line.\nA node gives\nup. `gives up`\n```\nbegun\n```\nIt is told.\n";
        assertThat(found("a.md", page)).containsExactly(
                "a.md:2: 'gives up': write 'fails, ends, stops waiting'", "a.md:7: 'told': write 'reported, stated'");
        assertThat(found("A.java", "int begun = 1; // begun\nString s = \"told\";\n/** Meanwhile. */")).containsExactly(
                "A.java:1: 'begun': write 'started, starts, start'", "A.java:2: 'told': write 'reported, stated'",
                "A.java:3: 'Meanwhile': write 'in the meantime, or nothing'");
    }

    private static boolean isChecked(Path file) {
        return Files.isRegularFile(file) && !file.equals(GLOSSARY) && !file.startsWith(BENCHMARK_RESULTS)
                && file.toString().matches(".*\\.(md|java|example)");
    }

    /** The lines of a text in which one of the words is, in their order. */
    private List<String> found(String name, String text) {
        String checked = name.endsWith(".java") ? blanked(text, TEXT, false)
                : name.endsWith(".md") ? blanked(text, CODE, true) : text;
        Map<Integer, String> byOffset = new TreeMap<>();
        words.forEach((pattern, instead) -> {
            Matcher match = pattern.matcher(checked);
            while (match.find()) {
                long line = 1 + checked.substring(0, match.start()).chars().filter(c -> c == '\n').count();
                String word = match.group().replaceAll("[\\s*/]+", " ");
                byOffset.putIfAbsent(match.start(), name + ":" + line + ": '" + word + "': write '" + instead + "'");
            }
        });
        return List.copyOf(byOffset.values());
    }

    /** Replaces what matches, or everything else, by spaces; the ends of lines stay. */
    private static String blanked(String text, Pattern pattern, boolean isMatchBlank) {
        StringBuilder out = new StringBuilder();
        Matcher match = pattern.matcher(text);
        int at = 0;
        while (match.find()) {
            append(out, text.substring(at, match.start()), !isMatchBlank);
            append(out, match.group(), isMatchBlank);
            at = match.end();
        }
        append(out, text.substring(at), !isMatchBlank);
        return out.toString();
    }

    private static void append(StringBuilder out, String text, boolean isBlank) {
        out.append(isBlank ? text.replaceAll("[^\\n]", " ") : text);
    }

    /** Each word that is not used, as a pattern that may cross the end of a line, with the word to use. */
    private static Map<Pattern, String> words() throws IOException {
        String glossary = Files.readString(GLOSSARY);
        String table = glossary.substring(glossary.indexOf("| not | but |\n"));
        Map<Pattern, String> words = new LinkedHashMap<>();
        ROW.matcher(table.substring(0, table.indexOf("\n\n") + 1)).results().skip(1).forEach(row -> {
            for (String word : row.group(1).split(", ")) {
                words.put(Pattern.compile("(?i)\\b" + word.replace(" ", "[\\s*/]+") + "\\b"), row.group(2));
            }
        });
        assertThat(words).hasSizeGreaterThan(20);
        return words;
    }
}
