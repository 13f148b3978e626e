package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sss.benchmarks.cli.AllSections.Section;

class AllSectionsTest {
    static List<Section> sections() {
        return AllSections.OF_ALL;
    }

    @ParameterizedTest
    @MethodSource("sections")
    void eachSectionHasOptionsOfItsCommand(Section section) {
        Stream.of(section.full(), section.quick() == null ? "" : section.quick())
                .flatMap(options -> Stream.of(options.split(" ")))
                .filter(word -> word.startsWith("--"))
                .forEach(word -> assertThat(BenchMain.hasOption(section.maker().get(), word.substring(2)))
                        .as(word)
                        .isTrue());
    }

    @Test
    void sectionsHaveDirectoriesOfTheirOwn() {
        assertThat(AllSections.OF_ALL).extracting(Section::name).doesNotHaveDuplicates();
    }

    @Test
    void theFullRunIsForQuotesButForTheIterationsOfHadoop() {
        assertThat(AllSections.OF_ALL)
                .filteredOn(section -> !section.full().contains("--repetitions 5"))
                .extracting(Section::name)
                .containsExactly("iterate-hadoop");
    }

    @Test
    void thePlanInTheReadmeHasEachSectionAndEndsWithinAboutTwoHoursAndAHalf() throws IOException {
        Map<String, Integer> minutes = new LinkedHashMap<>();
        Matcher row =
                Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (\\d+) \\|").matcher(Files.readString(Path.of("README.md")));
        while (row.find()) {
            minutes.put(row.group(1), Integer.parseInt(row.group(2)));
        }
        assertThat(minutes.keySet())
                .containsExactlyElementsOf(
                        AllSections.OF_ALL.stream().map(Section::name).toList());
        assertThat(AllSections.OF_ALL)
                .allSatisfy(section ->
                        assertThat(section.minutes()).as(section.name()).isEqualTo(minutes.get(section.name())));
        assertThat(minutes.values().stream().mapToInt(Integer::intValue).sum()).isLessThanOrEqualTo(160);
    }

    @Test
    void quickRunsAreShort() {
        assertThat(AllSections.OF_ALL)
                .filteredOn(section -> section.quick() != null)
                .allSatisfy(section ->
                        assertThat(section.quick()).contains("--repetitions 3").contains("--warm-up-seconds 1"))
                .extracting(section -> section.command())
                .contains(
                        "micro",
                        "delete",
                        "synthetic",
                        "macro",
                        "text",
                        "iterate",
                        "sort",
                        "apps",
                        "latency",
                        "scale",
                        "fit");
    }

    @Test
    void valuesOfTheFlatSweepGoFromBytesToMebibytes() {
        Section flat = AllSections.OF_ALL.stream()
                .filter(section -> section.name().equals("synthetic-flat"))
                .findFirst()
                .orElseThrow();
        assertThat(flat.full()).contains("--total 512MiB").contains("--keys 8,8Ki,2Mi");
        assertThat(List.of((512L << 20) / 8, (512L << 20) / (2 << 20))).containsExactly(64L << 20, 256L);
    }

    /** What is handed on to each section by its name must mean the same there. */
    @Test
    void dataOfMicroIsNoDirectory() {
        assertThat(BenchMain.takesDirectory(new MicroCommand(), "data")).isFalse();
        assertThat(BenchMain.takesDirectory(new MicroCommand(), "dir")).isTrue();
        assertThat(BenchMain.takesDirectory(new TextCommand(), "data")).isTrue();
        assertThat(BenchMain.takesDirectory(new FitCommand(), "data")).isFalse();
    }
}
