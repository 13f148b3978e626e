package org.sss.benchmarks.measure;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Processes that have some of the processors of this machine only. Stateless. */
public final class Processors {
    private static final String TASKSET = "taskset";
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Processors() {}

    /** Those that this process has. */
    public static int count() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Returns 1, 2, 4 and so on, and at the end all. */
    public static List<Integer> doubling(int all) {
        return Stream.concat(
                        IntStream.iterate(1, count -> count < all, count -> 2 * count)
                                .boxed(),
                        Stream.of(all))
                .toList();
    }

    /** Why a process cannot have some of them only, and how to change that; empty when it can. */
    public static Optional<String> missing() {
        return missing(System.getenv().getOrDefault("PATH", ""));
    }

    static Optional<String> missing(String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, TASKSET)))
                ? Optional.empty()
                : Optional.of(
                        "the program " + TASKSET + " is not in the PATH; on Linux, install the package util-linux");
    }

    /**
     * What stands before a command whose process, and all that it starts, shall have the first {@code count} of them.
     */
    public static List<String> prefix(int count) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
            String allowed = lines.filter(line -> line.startsWith(ALLOWED))
                    .findFirst()
                    .orElseThrow()
                    .substring(ALLOWED.length())
                    .strip();
            return List.of(TASKSET, "-c", first(count, allowed));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param allowed such as {@code 0-3,8} */
    static String first(int count, String allowed) {
        return Arrays.stream(allowed.split(","))
                .map(range -> range.split("-"))
                .flatMapToInt(range ->
                        IntStream.rangeClosed(Integer.parseInt(range[0]), Integer.parseInt(range[range.length - 1])))
                .limit(count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
    }
}
