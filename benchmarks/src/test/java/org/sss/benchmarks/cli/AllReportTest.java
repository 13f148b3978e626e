package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllReportTest {
    @TempDir
    Path directory;

    private AllReport report() throws IOException {
        return new AllReport(directory, "bench all", List.of("micro", "sort"));
    }

    private static void add(AllReport report, String name, String printed) throws IOException {
        report.add(name, List.of("bench", name), printed, 1, null);
    }

    @Test
    void picturesAreInTheDirectoriesOfTheirSections() throws IOException {
        AllReport report = report();
        Files.createDirectories(report.section("sort"));
        Files.createFile(report.section("sort").resolve("sort.png"));
        add(report, "sort", "1 s");
        assertThat(report.write()).content().contains("![sort.png](sort/sort.png)");
    }

    @Test
    void headHasTheTimeOfAllSections() throws IOException {
        AllReport report = report();
        report.add("micro", List.of("bench", "micro"), "1 s", 500, "sss: killed");
        report.add("sort", List.of("bench", "sort"), "1 s", 100, null);
        String text = Files.readString(report.write());
        assertThat(text).containsOnlyOnce("\n* all sections: 10 minutes\n");
        assertThat(text.indexOf("all sections")).isLessThan(text.indexOf("## micro"));
    }

    @Test
    void headHasFailedSectionsAndTheirErrors() throws IOException {
        AllReport report = report();
        report.add("micro", List.of("bench", "micro"), "", 1, "sss: the disk is full");
        add(report, "sort", "1 s");
        String text = Files.readString(report.write());
        assertThat(text).contains("\n* micro FAILED: sss: the disk is full\n").doesNotContain("sort FAILED");
        assertThat(text.indexOf("micro FAILED")).isLessThan(text.indexOf("## micro"));
    }

    @Test
    void theReportAndEachSectionOfAQuickRunAreMarked() throws IOException {
        AllReport report = report();
        report.mark("not for quotes");
        add(report, "micro", "1 s");
        add(report, "sort", "2 s");
        assertThat(Files.readString(report.write()))
                .contains("\n* not for quotes\n")
                .containsSubsequence("## micro", "**not for quotes**", "## sort", "**not for quotes**");
    }

    @Test
    void anotherRunContinuesAfterWhatIsThere() throws IOException {
        AllReport first = report();
        add(first, "sort", "1 s");
        first.add("micro", List.of("bench", "micro"), "", 1, "sss: the disk is full");
        AllReport second = report();
        assertThat(second.has("sort")).isTrue();
        assertThat(second.has("micro")).as("failed").isFalse();
        add(second, "micro", "2 s");
        assertThat(second.has("micro")).isTrue();
        assertThat(Files.readString(second.write()))
                .doesNotContain("FAILED")
                .containsSubsequence("## micro", "\n2 s\n", "## sort", "\n1 s\n");
    }
}
