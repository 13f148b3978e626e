package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Documents, and comments, strings and names in sources, use the words of docs/glossary.md, which lists those that are
 * not used and what to write instead.
 */
class WordsTest {
    private static final int MAX_MODULE_DEPTH = 2;
    private static final Path TOP = Path.of("").toAbsolutePath().getParent();
    private static final Path GLOSSARY = TOP.resolve("docs/glossary.md");
    /** Files, or directories with all that is below them, besides the sources. */
    private static final List<String> DOCUMENTS =
            List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md", "conf", "docs");

    /** Names of the JDK, and a field of a message, which keeps its name. */
    private static final Set<String> ALLOWED_NAMES = Set.of("begin", "beginHandshake", "besides");
    /** Parts of the syntax of certificates and of awk. */
    private static final Pattern ALLOWED_TEXT = Pattern.compile("BEGIN (?:CERTIFICATE|PRIVATE KEY)|awk 'BEGIN");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\| ([^|]+) \\|$");
    /** Of Markdown: fenced code, inline code, and the targets of links. */
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$|`[^`]*`|\\]\\([^)]*\\)");
    /** Of Java: strings and comments. */
    private static final Pattern TEXT = Pattern.compile(
            "(?s)\"\"\"\\n.*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'|//[^\\n]*|/\\*.*?\\*/");

    private static final Pattern WORD = Pattern.compile("(?<![A-Za-z_0-9])[A-Za-z]+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
    private static final Pattern PART_OF_NAME = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+");

    /** A word or phrase that is not used. */
    private record Replaced(Pattern pattern, String instead) {}

    private final Map<String, String> words = table("| not | but |\n");
    private final Map<String, String> inNames = table("| not in names | but |\n");
    private final Map<String, List<Replaced>> byFirstWord = new HashMap<>();

    WordsTest() throws IOException {
        assertThat(words).hasSizeGreaterThan(20);
        words.forEach((word, instead) -> byFirstWord
                .computeIfAbsent(word.split(" ")[0].toLowerCase(Locale.ROOT), first -> new ArrayList<>())
                .add(new Replaced(Pattern.compile("(?i)" + word.replace(" ", "[\\s*/]+") + "\\b"), instead)));
    }

    @Test
    void documentsUseTheWordsOfTheGlossary() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String checked : DOCUMENTS) {
            pages.addAll(files(TOP.resolve(checked), ".*\\.(md|java|example)"));
        }
        pages.removeIf(file -> file.equals(GLOSSARY));
        assertThat(found(pages)).as("words that docs/glossary.md replaces").isEmpty();
    }

    @Test
    void sourcesUseTheWordsOfTheGlossary() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> directories = Files.walk(TOP, MAX_MODULE_DEPTH)) {
            for (Path module : directories
                    .map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                sources.addAll(files(module, ".*\\.java"));
            }
        }
        sources.removeIf(file -> file.endsWith("WordsTest.java"));
        assertThat(sources).hasSizeGreaterThan(1000);
        assertThat(found(sources)).as("words that docs/glossary.md replaces").isEmpty();
    }

    @Test
    void reportsFileLineAndTheWordToUse() {
        String page = "One line.\nA node gives\nup. `gives up`\n```\nbegun\n```\nIt is told.\n";
        assertThat(found("a.md", page))
                .containsExactly(
                        "a.md:2: 'gives up': write 'fails, ends, stops waiting'",
                        "a.md:7: 'told': write 'reported, stated'");
        assertThat(found("A.java", "int started = 1; // begun\nString s = \"told\";\n/** Meanwhile. */"))
                .containsExactly(
                        "A.java:1: 'begun': write 'started, starts, start'",
                        "A.java:2: 'told': write 'reported, stated'",
                        "A.java:3: 'Meanwhile': write 'in the meantime, or nothing'");
        assertThat(found("A.java", "void isLeftBehind() {\n  }\nint MAX_SPOT = 1, thespot;\nchar quote = '\"';"))
                .containsExactly("A.java:1: 'isLeftBehind': write 'after'", "A.java:3: 'MAX_SPOT': write 'site'");
    }

    private static List<Path> files(Path below, String name) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(file -> file.toString().matches(name) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        }
    }

    private List<String> found(List<Path> files) {
        return files.parallelStream()
                .flatMap(file -> found(TOP.relativize(file).toString(), read(file)).stream())
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of a text in which one of the words is, in their order. */
    private List<String> found(String file, String text) {
        Map<Integer, String> byOffset = new TreeMap<>();
        if (file.endsWith(".java")) {
            findWords(replaced(text, TEXT, found -> found, WordsTest::blank), byOffset);
            findNames(replaced(text, TEXT, WordsTest::blank, found -> found), byOffset);
        } else {
            findWords(file.endsWith(".md") ? replaced(text, CODE, WordsTest::blank, found -> found) : text, byOffset);
        }
        return byOffset.entrySet().stream()
                .map(found -> file + ":"
                        + (1
                                + text.substring(0, found.getKey())
                                        .chars()
                                        .filter(c -> c == '\n')
                                        .count()) + ": " + found.getValue())
                .toList();
    }

    private void findWords(String text, Map<Integer, String> byOffset) {
        String checked = replaced(text, ALLOWED_TEXT, WordsTest::blank, found -> found);
        for (Matcher word = WORD.matcher(checked); word.find(); ) {
            for (Replaced not : byFirstWord.getOrDefault(word.group().toLowerCase(Locale.ROOT), List.of())) {
                Matcher match = not.pattern().matcher(checked).region(word.start(), checked.length());
                if (match.lookingAt()) {
                    String found = match.group().replaceAll("[\\s*/]+", " ");
                    byOffset.putIfAbsent(word.start(), "'" + found + "': write '" + not.instead() + "'");
                }
            }
        }
    }

    private void findNames(String code, Map<Integer, String> byOffset) {
        for (Matcher name = NAME.matcher(code); name.find(); ) {
            String instead = ALLOWED_NAMES.contains(name.group()) ? null : instead(name.group());
            if (instead != null) {
                byOffset.putIfAbsent(name.start(), "'" + name.group() + "': write '" + instead + "'");
            }
        }
    }

    /** Returns null if no part of the name is replaced. */
    private String instead(String name) {
        return PART_OF_NAME
                .matcher(name)
                .results()
                .map(MatchResult::group)
                .map(part -> part.toLowerCase(Locale.ROOT))
                .map(part -> inNames.getOrDefault(part, words.get(part)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static String blank(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = chars[i] == '\n' ? '\n' : ' ';
        }
        return new String(chars);
    }

    /** Replaces what matches, and everything else, by as many characters; the ends of lines stay. */
    private static String replaced(
            String text, Pattern pattern, UnaryOperator<String> match, UnaryOperator<String> other) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        for (Matcher found = pattern.matcher(text); found.find(); at = found.end()) {
            out.append(other.apply(text.substring(at, found.start()))).append(match.apply(found.group()));
        }
        return out.append(other.apply(text.substring(at))).toString();
    }

    /** Each word that is not used, with the word to use. */
    private static Map<String, String> table(String head) throws IOException {
        String glossary = Files.readString(GLOSSARY);
        assertThat(glossary).contains(head);
        String table = glossary.substring(glossary.indexOf(head));
        Map<String, String> words = new HashMap<>();
        ROW.matcher(table.substring(0, table.indexOf("\n\n") + 1))
                .results()
                .skip(1)
                .forEach(row -> Arrays.asList(row.group(1).split(", ")).forEach(word -> words.put(word, row.group(2))));
        return words;
    }
}
