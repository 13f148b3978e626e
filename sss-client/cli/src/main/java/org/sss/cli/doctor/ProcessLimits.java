package org.sss.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The limits that the system sets for this process. Immutable.
 *
 * @param lines of {@code /proc/self/limits}; none on systems without it
 */
record ProcessLimits(List<String> lines) {
    static final long UNLIMITED = Long.MAX_VALUE;

    static ProcessLimits ofThisProcess() {
        try {
            return new ProcessLimits(Files.readAllLines(Path.of("/proc/self/limits")));
        } catch (IOException e) {
            return new ProcessLimits(List.of());
        }
    }

    /**
     * Returns the soft limit.
     *
     * @param name as in the file, such as {@code Max open files}
     */
    OptionalLong soft(String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length()).strip().split("\\s+")[0])
                .filter(value -> value.matches("\\d{1,18}|unlimited"))
                .mapToLong(value -> value.equals("unlimited") ? UNLIMITED : Long.parseLong(value))
                .findFirst();
    }
}
