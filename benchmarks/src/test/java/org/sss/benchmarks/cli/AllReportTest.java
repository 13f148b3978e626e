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
        return new AllReport(directory, List.of("micro", "text", "sort"), "bench all");
    }

    private static void add(AllReport report, String name, String printed) throws IOException {
        report.add(name, List.of("bench", name), printed, 1, null);
    }

    @Test
    void whatWasMeasuredByOtherWordsOrElsewhereIsMeasuredAgain() throws IOException {
        AllReport report = report();
        report.add("sort", List.of("bench", "sort", "--sizes", "1GiB"), "1 s", 1, null);
        assertThat(report.has("sort", List.of("bench", "sort", "--sizes", "1GiB"))).isTrue();
        assertThat(report.has("sort", List.of("bench", "sort"))).isFalse();
        assertThat(report.has("text", List.of("bench", "text"))).isFalse();
        Path part = report.section("sort").resolve("part.md");
        Files.writeString(part, Files.readString(part).replaceAll(", on [0-9]+ x", ", on 1024 x"));
        assertThat(report.has("sort", List.of("bench", "sort", "--sizes", "1GiB"))).isFalse();
        report.add("sort", List.of("bench", "sort", "--sizes", "1GiB"), "no disk", 1, "sss: there is no disk");
        assertThat(report.has("sort", List.of("bench", "sort", "--sizes", "1GiB"))).isFalse();
    }

    @Test
    void deletesPicturesOfAnEarlierRunWhenASectionStarts() throws IOException {
        AllReport report = report();
        Path directory = Files.createDirectories(report.section("sort"));
        Files.createFile(directory.resolve("sort-old.png"));
        Files.createFile(directory.resolve("job.properties"));
        report.start("sort");
        report.start("text");
        assertThat(directory).isDirectoryNotContaining("glob:**.png").isDirectoryContaining("glob:**job.properties");
    }

    /** A part is a page of its own, too. */
    @Test
    void linksToPicturesAreRelativeToThePageThatHasThem() throws IOException {
        AllReport report = report();
        Files.createDirectories(report.section("sort"));
        Files.createFile(report.section("sort").resolve("sort.png"));
        add(report, "sort", "1 s");
        assertThat(report.section("sort").resolve("part.md")).content().contains("![sort.png](sort.png)");
        assertThat(report.write()).content().contains("![sort.png](sort/sort.png)");
    }

    @Test
    void headHasTheTimeOfAllSections() throws IOException {
        report().add("sort", List.of("bench", "sort"), "1 s", 100, null);
        AllReport report = report();
        report.add("micro", List.of("bench", "micro"), "1 s", 500, "sss: killed");
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
        assertThat(Files.readString(report.write())).contains("\n* not for quotes\n")
                .containsSubsequence("## micro", "**not for quotes**", "## sort", "**not for quotes**");
    }

    @Test
    void reportsSectionsOfSeveralCommits() throws IOException {
        AllReport report = report();
        add(report, "micro", "1 s");
        add(report, "sort", "1 s");
        assertThat(Files.readString(report.write())).doesNotContain("several commits");
        Path part = report.section("sort").resolve("part.md");
        Files.writeString(part, Files.readString(part).replaceAll("commit [^,]*,", "commit 0123456789ab,"));
        assertThat(Files.readString(report.write()))
                .containsPattern("\n\\* sections of several commits: [^,]+, 0123456789ab\n");
    }
}
