package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Lines of Java are as short as the formatter makes them. It leaves comments and strings alone, so this reads them:
 * only pictures and text blocks may be wider, and what the guide quotes.
 */
class WidthTest {
    private static final int MAX_COLUMNS = 120;
    private static final int MAX_MODULE_DEPTH = 2;
    private static final Path TOP = Path.of("").toAbsolutePath().getParent();
    /** As in the configuration of the formatter: quoted by the guide, in lines as short as those of its pages. */
    private static final String QUOTED = ".*/(Tutorial\\w+\\.java|com/example/.*)";
    /** Older lines; do not add to them. */
    private static final Set<String> ALLOWED =
            Set.of("CommitRecordTest.java", "GroupClone.java", "Losses.java", "SegmentGoldenTest.java");

    @Test
    void linesAreShort() throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> sources = sources();
        for (Path source : sources) {
            for (int line : wide(Files.readAllLines(source))) {
                found.add(TOP.relativize(source) + ":" + line);
            }
        }
        assertThat(sources).hasSizeGreaterThan(1000);
        assertThat(found)
                .as("lines of more than %d characters: break the comment or the string", MAX_COLUMNS)
                .isEmpty();
    }

    @Test
    void onlyPicturesAndTextBlocksAreWide() {
        String wide = "x".repeat(MAX_COLUMNS + 1);
        assertThat(wide(List.of("/**", " * " + wide, " * <pre>", " *  " + wide, " * </pre>", " * " + wide, " */")))
                .containsExactly(2, 6);
        assertThat(wide(List.of("text = \"\"\"", wide, "\"\"\" + \"" + wide, "f(\"<pre>\");", "f(\"" + wide + "\");")))
                .containsExactly(5);
        assertThat(wide(List.of("x".repeat(MAX_COLUMNS), "\u00e4".repeat(MAX_COLUMNS))))
                .isEmpty();
    }

    /** The numbers of the lines that are too wide, from 1. */
    private static List<Integer> wide(List<String> lines) {
        List<Integer> wide = new ArrayList<>();
        boolean picture = false;
        boolean text = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            picture |= line.strip().startsWith("*") && line.contains("<pre>");
            boolean quotes = line.contains("\"\"\"");
            if (line.length() > MAX_COLUMNS && !picture && !text) {
                wide.add(i + 1);
            }
            picture &= !line.contains("</pre>");
            text ^= quotes;
        }
        return wide;
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> directories = Files.walk(TOP, MAX_MODULE_DEPTH)) {
            for (Path module : directories.filter(Files::isDirectory).toList()) {
                if (Files.isDirectory(module.resolve("src"))) {
                    sources.addAll(sources(module.resolve("src")));
                }
            }
        }
        return sources;
    }

    private static List<Path> sources(Path below) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(file -> file.toString().endsWith(".java")
                            && !file.toString().matches(QUOTED)
                            && !ALLOWED.contains(file.getFileName().toString()))
                    .toList();
        }
    }
}
