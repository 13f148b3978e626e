package org.sss.benchmarks.report;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Where and with what a run was made. Stateless. */
public final class Machine {
    private static final String UNKNOWN = "unknown";
    private static final String STOLEN = "stolen";
    private static final Path LOAD = Path.of("/proc/loadavg");

    private Machine() {}

    /**
     * For the head of a report, by name.
     *
     * @param command   what the user typed
     * @param directory whose file system the run used
     */
    public static Map<String, Object> describe(String command, Path directory) throws IOException {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(
                "date",
                OffsetDateTime.now(ZoneOffset.UTC)
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString());
        facts.put("command", command);
        facts.put("commit", commit());
        facts.put("cpu", valueIn("/proc/cpuinfo", "model name"));
        facts.put("cpus", Runtime.getRuntime().availableProcessors());
        facts.put("memory", valueIn("/proc/meminfo", "MemTotal"));
        facts.put("load_before", LoadBefore.ofProcess(LOAD));
        facts.put(STOLEN, new StolenTime(Path.of("/proc/stat")));
        facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("client_heap_bytes", Runtime.getRuntime().maxMemory());
        facts.put("file_system", Files.getFileStore(directory).type());
        return facts;
    }

    /** Of what {@link #describe} has given: a remark about all numbers measured since then, or null. */
    public static String warning(Map<?, ?> facts) {
        List<String> warnings = facts.values().stream()
                .filter(Warned.class::isInstance)
                .map(fact -> ((Warned) fact).warning())
                .filter(Objects::nonNull)
                .toList();
        return warnings.isEmpty() ? null : String.join(" ", warnings);
    }

    /** The value of the first line {@code NAME : VALUE} of a file. */
    private static String valueIn(String file, String name) throws IOException {
        Path path = Path.of(file);
        List<String> lines = Files.isReadable(path) ? Files.readAllLines(path) : List.of();
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse(UNKNOWN);
    }

    /** Of the tree that this program was built in; with a mark when files differ from it. */
    private static String commit() {
        try {
            Path code = Path.of(Machine.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent();
            return git(code, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*");
        } catch (IOException | URISyntaxException e) {
            return UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }

    private static String git(Path directory, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("git", "-C", directory.toString());
        builder.command().addAll(List.of(arguments));
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 && !output.isEmpty() ? output : UNKNOWN;
    }
}
