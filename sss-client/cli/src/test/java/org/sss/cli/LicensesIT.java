package org.sss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The licenses of the release archive. */
class LicensesIT {
    private static final Path LICENSES = Path.of("../../docs/licenses");
    private static final Path LIB = Path.of("target/dist/lib");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+?) \\| ([^|]+?) \\| (\\[.*) \\|$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+)\\)");
    /** A name, before the version and the platform. */
    private static final Pattern JAR = Pattern.compile("(.+?)-\\d[^/]*\\.jar");

    private final List<String> jars = new ArrayList<>();
    private final TreeSet<String> texts = new TreeSet<>();

    LicensesIT() throws IOException {
        Matcher row = ROW.matcher(Files.readString(LICENSES.resolve("README.md")));
        while (row.find()) {
            jars.addAll(List.of(row.group(1).split(", ")));
            LINK.matcher(row.group(3)).results().forEach(link -> texts.add(link.group(1)));
        }
    }

    @Test
    void eachJarOfTheArchiveHasOneRow() throws IOException {
        TreeSet<String> inLib = new TreeSet<>();
        for (String file : names(LIB)) {
            Matcher jar = JAR.matcher(file);
            assertThat(jar.matches()).as(file).isTrue();
            inLib.add(jar.group(1));
        }
        assertThat(jars).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(inLib);
    }

    @Test
    void eachTextIsThereAndNamed() throws IOException {
        assertThat(texts).allSatisfy(text -> assertThat(LICENSES.resolve(text)).isRegularFile());
        List<String> named = new ArrayList<>(texts);
        named.add("README.md");
        assertThat(named).containsAll(names(LICENSES));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
