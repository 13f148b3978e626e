package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** State of a process or thread on Linux, as in {@code /proc/PID/stat}. Immutable. */
public final class ProcessStat {
    /** Fields are numbered from the one after the name of the command. */
    private static final int STATE = 0;

    private static final int PARENT = 1;
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final int START_TICKS = 19;
    private static final int RESIDENT_PAGES = 21;
    private static final int STACK_START = 25;
    private static final String ZOMBIE = "Z";
    /** By a signal, or by a debugger. */
    private static final Set<String> STOPPED = Set.of("T", "t");

    private final String[] fields;

    private ProcessStat(String[] fields) {
        this.fields = fields;
    }

    /** @throws IOException if there is no such process */
    public static ProcessStat read(long pid) throws IOException {
        return read(Path.of("/proc", Long.toString(pid), "stat"));
    }

    /**
     * @param file of a process or of one of its threads
     * @throws IOException if it has ended
     */
    public static ProcessStat read(Path file) throws IOException {
        return of(Files.readString(file, ISO_8859_1));
    }

    /** @param stat the content of the file */
    public static ProcessStat of(String stat) {
        // The name of the command is in parentheses and may contain any character.
        return new ProcessStat(stat.substring(stat.lastIndexOf(')') + 2).strip().split(" "));
    }

    /**
     * Returns true if the process has not ended. {@link ProcessHandle#isAlive} is also true for a zombie, and in a
     * container whose first process does not reap its children a process stays one.
     */
    static boolean runs(ProcessHandle process) {
        return process.isAlive() && field(process, STATE).filter(ZOMBIE::equals).isEmpty();
    }

    /** Returns true if the process exists but does not run until it is continued, as after SIGSTOP. */
    static boolean isStopped(ProcessHandle process) {
        return field(process, STATE).filter(STOPPED::contains).isPresent();
    }

    /** Start time in ticks since the machine was booted. Empty if the system has no such file. */
    static Optional<String> startTime(ProcessHandle process) {
        return field(process, START_TICKS);
    }

    private static Optional<String> field(ProcessHandle process, int field) {
        try {
            return Optional.of(read(process.pid()).fields[field]);
        } catch (IOException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    /** Process id of the parent. */
    public long parent() {
        return Long.parseLong(fields[PARENT]);
    }

    /** CPU time, without that of its children. */
    public long ticks() {
        return Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
    }

    public long residentPages() {
        return Long.parseLong(fields[RESIDENT_PAGES]);
    }

    /** An address, different for each program that was started; 0 if the kernel hides it. */
    public long stackStart() {
        return Long.parseUnsignedLong(fields[STACK_START]);
    }
}
