package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.benchmarks.report.Machine;

/**
 * The one report of {@code sss bench all}: a head, and a part for each section, kept in the section's directory. It is whole after
 * each section, so that a run of hours that is interrupted leaves what it has, and can go on. One use, one thread.
 */
final class AllReport {
    private static final String PART = "part.md";
    private static final String FAILED = "FAILED with exit code ";

    private final Path directory;
    private final List<String> order;
    private final List<String> head = new ArrayList<>(List.of("# SSS benchmarks", ""));
    private final String commit;

    /**
     * @param order   all sections that there can be, in the order of the report
     * @param command what the user typed
     */
    AllReport(Path directory, List<String> order, String command) throws IOException {
        this.directory = directory;
        this.order = order;
        Map<String, Object> machine = Machine.describe(command, directory);
        commit = machine.get("commit").toString();
        machine.forEach((what, value) -> say(what + ": " + value));
    }

    /** Adds a line to the head. */
    void say(String line) {
        head.add("* " + line);
    }

    Path section(String name) {
        return directory.resolve(name);
    }

    /** Whether an earlier run into this directory measured the section, without a failure. */
    boolean has(String name) throws IOException {
        Path part = section(name).resolve(PART);
        return Files.exists(part) && Files.readAllLines(part).stream().noneMatch(line -> line.startsWith(FAILED));
    }

    /** Puts a section into the report, or in the place of what an earlier run found. */
    void add(String name, List<String> words, String printed, long seconds, int code) throws IOException {
        List<String> part = new ArrayList<>(List.of("", "## " + name, "", "    sss " + String.join(" ", words), "", "```",
                printed.stripTrailing(), "```", "", seconds + " seconds, commit " + commit + "."));
        if (code != 0) {
            part.add(FAILED + code);
        }
        part.addAll(pictures(name));
        Files.write(Files.createDirectories(section(name)).resolve(PART), part);
        write();
    }

    /** @return the report's file */
    Path write() throws IOException {
        List<String> report = new ArrayList<>(head);
        for (String name : order) {
            Path part = section(name).resolve(PART);
            report.addAll(Files.exists(part) ? Files.readAllLines(part) : List.of());
        }
        return Files.write(directory.resolve("report.md"), report);
    }

    private List<String> pictures(String name) throws IOException {
        if (!Files.isDirectory(section(name))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(section(name))) {
            return files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".png")).sorted()
                    .map(file -> "![" + file + "](" + name + "/" + file + ")").toList();
        }
    }
}
