package org.sss.client.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What Linux says of a process, in {@code /proc/PID/stat}. Stateless. */
final class ProcessStat {
    /** Numbers of fields, from 1. */
    private static final int STATE = 3;
    private static final int START_TIME = 22;
    private static final String ENDED = "Z";

    private ProcessStat() {
    }

    /**
     * Whether it has not ended. For Java a process goes on until somebody has asked how it ended, which in many a container nobody
     * does: the first process there is not one that takes care of others.
     */
    static boolean runs(ProcessHandle process) {
        return process.isAlive() && field(process, STATE).filter(ENDED::equals).isEmpty();
    }

    /** When it began, in ticks since the machine was started. */
    static Optional<String> startTime(ProcessHandle process) {
        return field(process, START_TIME);
    }

    private static Optional<String> field(ProcessHandle process, int field) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"), ISO_8859_1);
            // Behind the name, which may have any characters, comes the third field.
            return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[field - STATE]);
        } catch (IOException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
