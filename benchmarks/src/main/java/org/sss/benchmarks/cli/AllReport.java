package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.report.StolenTime;

/**
 * The one report of {@code sss bench all}: a head, and a part for each section, retained in the section's directory. It
 * is whole after each section, so that a run of hours that is interrupted leaves what it has, and can continue. One
 * use, one thread.
 */
final class AllReport {
    private static final String PART = "part.md";
    private static final String PICTURE = "![";
    private static final double SECONDS_PER_MINUTE = 60;
    /** The line that ends a part. */
    private static final Pattern SECONDS = Pattern.compile("(\\d+) seconds, commit ([^,]*), .* of memory\\.");
    /** What commands write beside their answers. */
    private static final Pattern OLD = Pattern.compile(".+[.](md|csv|json|png|svg|hgrm)");
    private static final String FAILED = "FAILED";

    private final Path directory;
    private final List<String> order;
    private final List<String> head = new ArrayList<>(List.of("# SSS benchmarks", ""));
    private final String commit;
    /** Ends the line that says where a section was measured. */
    private final String machine;
    private String mark;

    /**
     * @param order   all sections that there can be, in the order of the report
     * @param command what the user typed
     */
    AllReport(Path directory, List<String> order, String command) throws IOException {
        this.directory = directory;
        this.order = order;
        Map<String, Object> facts = Machine.describe(command, directory);
        commit = facts.get("commit").toString();
        facts.values().removeIf(StolenTime.class::isInstance); // each section has its own
        machine = ", " + facts.get("java") + heap() + ", on " + facts.get("cpus") + " x " + facts.get("cpu") + ", "
                + facts.get("memory") + " of memory.";
        facts.forEach((what, value) -> say(what + ": " + value));
    }

    private static String heap() {
        String asked = System.getenv("SSS_HEAP");
        return asked == null || asked.isBlank() ? "" : ", SSS_HEAP " + asked;
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
     * Whether an earlier run into this directory measured the section on this machine by these words, without a
     * failure.
     */
    boolean has(String name, List<String> words) throws IOException {
        List<String> part = part(name);
        return part.contains(typed(words)) && part.stream().anyMatch(line -> line.endsWith(machine))
                && part.stream().noneMatch(line -> line.startsWith(FAILED));
    }

    private static String typed(List<String> words) {
        return "    sss " + String.join(" ", words);
    }

    /** Deletes what an earlier run found of a section, as that now to be measured may write other files. */
    void start(String name) throws IOException {
        if (Files.isDirectory(section(name))) {
            try (Stream<Path> files = Files.list(section(name))) {
                for (Path file : files.filter(file -> OLD.matcher(file.getFileName().toString()).matches()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /**
     * Puts a section into the report, or in the place of what an earlier run found.
     *
     * @param failure why it ended before its end, or null
     */
    void add(String name, List<String> words, String printed, long seconds, String failure) throws IOException {
        List<String> part =
                new ArrayList<>(List.of("", "## " + name, "", mark == null ? "Measured:" : "**" + mark + "**", "",
                typed(words), "", "```",
                printed.stripTrailing(), "```", "", seconds + " seconds, commit " + commit + machine));
        if (failure != null) {
            part.add(FAILED + ": " + failure);
        }
        part.addAll(pictures(name));
        Files.write(Files.createDirectories(section(name)).resolve(PART), part);
        write();
    }

    /** @return the report's file */
    Path write() throws IOException {
        List<String> report = new ArrayList<>(head);
        report.add("* all sections: " + Math.round(seconds() / SECONDS_PER_MINUTE) + " minutes");
        Set<String> commits = commits();
        if (commits.size() > 1) {
            report.add("* sections of several commits: " + String.join(", ", commits));
        }
        for (String name : order) {
            part(name).stream().filter(line -> line.startsWith(FAILED))
                    .forEach(line -> report.add("* " + name + " " + line));
        }
        for (String name : order) {
            part(name).forEach(line -> report.add(line.startsWith(PICTURE)
                    ? line.replace("](", "](" + name + "/") : line));
        }
        return Files.write(directory.resolve("report.md"), report);
    }

    /** Of all sections that are there, also of runs before. */
    private double seconds() throws IOException {
        double seconds = 0;
        for (String name : order) {
            seconds += part(name).stream().map(SECONDS::matcher).filter(Matcher::matches)
                    .mapToLong(line -> Long.parseLong(line.group(1))).sum();
        }
        return seconds;
    }

    private Set<String> commits() throws IOException {
        Set<String> commits = new LinkedHashSet<>();
        for (String name : order) {
            part(name).stream().map(SECONDS::matcher).filter(Matcher::matches)
                    .forEach(line -> commits.add(line.group(2)));
        }
        return commits;
    }

    private List<String> part(String name) throws IOException {
        Path part = section(name).resolve(PART);
        return Files.exists(part) ? Files.readAllLines(part) : List.of();
    }

    private List<String> pictures(String name) throws IOException {
        if (!Files.isDirectory(section(name))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(section(name))) {
            return files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".png")).sorted()
                    .map(file -> PICTURE + file + "](" + file + ")").toList();
        }
    }
}
