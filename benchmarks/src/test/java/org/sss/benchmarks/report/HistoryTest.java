package org.sss.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;

class HistoryTest {
    private static final Trend.Line KMEANS = new Trend.Line("k-means", "kmeans 10 points", "sss", "spark");

    @TempDir
    Path directory;

    private Path run(String date, String commit, String sss) throws IOException {
        Path run = directory.resolve(commit);
        Path section = Files.createDirectories(run.resolve("iterate"));
        Files.writeString(
                section.resolve("iterate.md"),
                "# iterate\n\n* date: " + date + "T13:15:56Z\n* commit: " + commit + "\n* cpu: Made Up 9\n* cpus: 2\n");
        Files.writeString(
                section.resolve("iterate.csv"),
                "workload,size,system,seconds\nkmeans,10 points,sss," + sss + "\nkmeans,10 points,spark,3.0\n");
        Files.writeString(
                section.resolve("iterate-threads.csv"), "workload,size,system,wall_s\nkmeans,10 points,sss,1\n");
        return run;
    }

    @Test
    void eachRunAddsALineForEachFigureAndSystem() throws IOException {
        History history =
                new History(List.of()).with(run("2026-01-02", "b", "1.5")).with(run("2026-01-01", "a", "2.0"));
        Path file = directory.resolve("history.csv");
        history.write(file);
        assertThat(History.read(file)).isEqualTo(history);
        assertThat(Files.readAllLines(file))
                .startsWith(
                        "date,commit,machine,section,figure,system,value,unit",
                        "2026-01-01,a,Made Up 9 x 2,iterate,kmeans 10 points,sss,2.0,s")
                .hasSize(5);
        assertThat(Trend.points(history, KMEANS))
                .containsExactly(entry(LocalDate.of(2026, 1, 1), 1.5), entry(LocalDate.of(2026, 1, 2), 2.0));
    }

    @Test
    void aDirectoryWithoutNewFiguresIsAnError() throws IOException {
        Path run = run("2026-01-01", "a", "2.0");
        History history = new History(List.of()).with(run);
        assertThatThrownBy(() -> history.with(run))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("no new figures in");
    }

    @Test
    void figuresOfTheDataServerAreInTuplesPerSecond() throws IOException {
        Path run = Files.createDirectories(directory.resolve("run"));
        Files.writeString(run.resolve("micro.md"), "* date: 2026-01-01T00:00:00Z\n* commit: c\n* cpu: X\n* cpus: 4\n");
        Files.writeString(run.resolve("micro.csv"), "mode,value_bytes,system,tuples_per_s\nwrite,8,sss-tcp,1000\n");
        assertThat(new History(List.of()).with(run).figures())
                .containsExactly(new History.Figure(
                        "2026-01-01", "c", "X x 4", "micro", "write 8 B", "sss-tcp", "1000", "tuples/s"));
    }
}
