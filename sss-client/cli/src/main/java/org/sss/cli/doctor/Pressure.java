package org.sss.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how long all threads of the machine have waited for memory or a disk (Linux's pressure stall information).
 * Immutable.
 *
 * @param directory with a file for each resource; some kernels have none
 */
record Pressure(Path directory) {
    private static final Path LINUX = Path.of("/proc/pressure");
    private static final Pattern FULL = Pattern.compile("full avg10=(\\d+\\.\\d+) .*", Pattern.DOTALL);

    static Pressure ofThisMachine() {
        return new Pressure(LINUX);
    }

    /**
     * Returns the percentage of the last ten seconds in which nothing ran, since all threads waited. Empty if it is
     * unknown.
     *
     * @param resource {@code memory} or {@code io}
     */
    OptionalDouble percent(String resource) {
        try {
            return Files.readAllLines(directory.resolve(resource)).stream()
                    .map(FULL::matcher)
                    .filter(Matcher::matches)
                    .mapToDouble(matcher -> Double.parseDouble(matcher.group(1)))
                    .findFirst();
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }
}
