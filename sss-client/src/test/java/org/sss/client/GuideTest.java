package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The Java and XML in the documentation is that of files that are compiled and run by tests. */
class GuideTest {
    private static final Path TOP = Path.of("").toAbsolutePath().getParent();
    private static final String QUOTED = "<!-- quoted from ";
    private static final int FEWEST_QUOTATIONS = 15;

    /** Some lines of Java or XML in a page, and the file that they are from, or null when the page does not say. */
    private record Quotation(Path page, int line, String source, List<String> code) {
        @Override
        public String toString() {
            return TOP.relativize(page) + " line " + line;
        }
    }

    @TestFactory
    Stream<DynamicTest> codeInTheGuideIsQuotedFromCodeThatRuns() throws IOException {
        List<Quotation> all = new ArrayList<>();
        for (Path page : pages()) {
            all.addAll(quotations(page));
        }
        assertThat(all).hasSizeGreaterThanOrEqualTo(FEWEST_QUOTATIONS);
        return all.stream().map(q -> DynamicTest.dynamicTest(q.toString(), () -> check(q)));
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(TOP.resolve("docs/quick-start.md")));
        try (Stream<Path> guide = Files.list(TOP.resolve("docs/guide"))) {
            guide.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    private static List<Quotation> quotations(Path page) throws IOException {
        List<String> lines = Files.readAllLines(page);
        List<Quotation> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals("```java") || lines.get(i).equals("```xml")) {
                int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf("```");
                found.add(new Quotation(
                        page, i + 1, source(lines.get(Math.max(0, i - 1))), stripped(lines.subList(i + 1, end))));
                i = end;
            }
        }
        return found;
    }

    private static String source(String comment) {
        return comment.startsWith(QUOTED) ? comment.substring(QUOTED.length(), comment.indexOf(" -->")) : null;
    }

    private static void check(Quotation quotation) throws IOException {
        assertThat(quotation.source())
                .as("%s: the line above the code is '%sFILE -->'", quotation, QUOTED)
                .isNotNull();
        List<String> source = stripped(Files.readAllLines(TOP.resolve(quotation.source())));
        assertThat(quotation.code()).as("code in %s", quotation).isNotEmpty();
        assertThat(Collections.indexOfSubList(source, quotation.code()))
                .as(
                        "%s has these lines, one after another:%n%s",
                        quotation.source(), String.join("\n", quotation.code()))
                .isNotNegative();
    }

    private static List<String> stripped(List<String> lines) {
        return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }
}
