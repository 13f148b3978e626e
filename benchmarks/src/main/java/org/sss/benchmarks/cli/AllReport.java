package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.report.StolenTime;

/**
 * The one report of {@code sss bench all}: a head, and a part for each section, which is a file in the section's
 * directory. It is whole after each section, so that a run of hours that is interrupted leaves what it has, and another
 * run can continue it. One use, one thread.
 */
final class AllReport {
    /** Name of the file. */
    static final String FILE = "report.md";

    private static final String PART = "section.md";
    private static final String FAILED = "FAILED: ";
    private static final String SECONDS = " seconds";
    private static final double SECONDS_PER_MINUTE = 60;

    private final Path directory;
    private final List<String> order;
    private final Object commit;
    private final List<String> head = new ArrayList<>(List.of("# SSS benchmarks", ""));
    private String mark;

    /**
     * @param command what the user typed
     * @param order   of the sections
     */
    AllReport(Path directory, String command, List<String> order) throws IOException {
        this.directory = directory;
        this.order = order;
        Map<String, Object> facts = Machine.describe(command, directory);
        facts.values().removeIf(StolenTime.class::isInstance); // each section has its own
        facts.forEach((what, value) -> say(what + ": " + value));
        commit = facts.get("commit");
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

    /** Returns true if an earlier run has measured it to its end. */
    boolean has(String name) throws IOException {
        return part(name).stream().anyMatch(line -> !line.isEmpty()) && !hasFailed(name);
    }

    private boolean hasFailed(String name) throws IOException {
        return part(name).stream().anyMatch(line -> line.startsWith(FAILED));
    }

    private List<String> part(String name) throws IOException {
        Path file = section(name).resolve(PART);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /**
     * Adds a section, and writes the report.
     *
     * @param words   the command
     * @param failure why it ended before its end, or null
     */
    void add(String name, List<String> words, String printed, long seconds, String failure) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
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
                seconds + SECONDS + "; " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ", commit " + commit + "."));
        if (failure != null) {
            lines.add(FAILED + failure);
        }
        Files.write(Files.createDirectories(section(name)).resolve(PART), lines);
        write();
    }

    /** @return the report's file */
    Path write() throws IOException {
        List<String> parts = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        long seconds = 0;
        for (String name : order) {
            List<String> part = part(name);
            if (!part.isEmpty()) {
                parts.add("");
                parts.addAll(part);
                pictures(name).forEach(picture -> parts.add("![" + picture + "](" + name + "/" + picture + ")"));
            }
            part.stream()
                    .filter(line -> line.startsWith(FAILED))
                    .forEach(line -> failures.add("* " + name + " " + line));
            seconds += seconds(part);
        }
        List<String> report = new ArrayList<>(head);
        report.add("* all sections: " + Math.round(seconds / SECONDS_PER_MINUTE) + " minutes");
        report.addAll(failures);
        report.addAll(parts);
        return Files.write(directory.resolve(FILE), report);
    }

    /** How long the section took: a number before the last such word. */
    private static long seconds(List<String> part) {
        return part.stream()
                .filter(line -> line.matches("\\d+" + SECONDS + "; .*"))
                .mapToLong(line -> Long.parseLong(line.substring(0, line.indexOf(SECONDS))))
                .sum();
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
