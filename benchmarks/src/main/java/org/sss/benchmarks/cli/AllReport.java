package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.report.StolenTime;

/**
 * The one report of {@code sss bench all}: a head, and a part for each section. It is whole after each section, so that
 * a run of hours that is interrupted leaves what it has. One use, one thread.
 */
final class AllReport {
    /** Name of the file. */
    static final String FILE = "report.md";

    private static final double SECONDS_PER_MINUTE = 60;

    private final Path directory;
    private final List<String> head = new ArrayList<>(List.of("# SSS benchmarks", ""));
    private final List<String> failures = new ArrayList<>();
    private final List<String> parts = new ArrayList<>();
    private String mark;
    private long allSeconds;

    /** @param command what the user typed */
    AllReport(Path directory, String command) throws IOException {
        this.directory = directory;
        Map<String, Object> facts = Machine.describe(command, directory);
        facts.values().removeIf(StolenTime.class::isInstance); // each section has its own
        facts.forEach((what, value) -> say(what + ": " + value));
    }

    /** Adds a line to the head. */
    void say(String line) {
        head.add("* " + line);
    }

    /** Says of the report, and of each part from now on, what it is not good for. */
    void mark(String text) {
        mark = text;
        say(text);
    }

    Path section(String name) {
        return directory.resolve(name);
    }

    /**
     * Adds a section, and writes the report.
     *
     * @param words   the command
     * @param failure why it ended before its end, or null
     */
    void add(String name, List<String> words, String printed, long seconds, String failure) throws IOException {
        parts.addAll(List.of(
                "",
                "## " + name,
                "",
                mark == null ? "Measured:" : "**" + mark + "**",
                "",
                "    sss " + String.join(" ", words),
                "",
                "```",
                printed.stripTrailing(),
                "```",
                "",
                seconds + " seconds."));
        if (failure != null) {
            parts.add("FAILED: " + failure);
            failures.add("* " + name + " FAILED: " + failure);
        }
        allSeconds += seconds;
        for (String picture : pictures(name)) {
            parts.add("![" + picture + "](" + name + "/" + picture + ")");
        }
        write();
    }

    /** @return the report's file */
    Path write() throws IOException {
        List<String> report = new ArrayList<>(head);
        report.add("* all sections: " + Math.round(allSeconds / SECONDS_PER_MINUTE) + " minutes");
        report.addAll(failures);
        report.addAll(parts);
        return Files.write(directory.resolve(FILE), report);
    }

    private List<String> pictures(String name) throws IOException {
        if (!Files.isDirectory(section(name))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(section(name))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".png"))
                    .sorted()
                    .toList();
        }
    }
}
