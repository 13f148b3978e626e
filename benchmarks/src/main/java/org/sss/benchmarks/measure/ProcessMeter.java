package org.sss.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads from {@code /proc} what one process uses, from {@link #reset} on. One thread at a time. */
public final class ProcessMeter {
    private static final double TICKS_PER_SECOND = Auxv.ticksPerSecond();
    /** Fields of {@code stat} behind the command's name: times of the process in user mode and in the kernel, and of children. */
    private static final int FIRST_TIME = 11;
    private static final int TIMES = 4;
    private static final String PEAK = "VmHWM:";

    private final long pid;
    private final Path directory;
    private CompilerTicks compilers = CompilerTicks.of(List.of());
    private long ticks;
    private long wireBytes;

    public ProcessMeter(long pid) {
        this.pid = pid;
        directory = Path.of("/proc", Long.toString(pid));
    }

    public static ProcessMeter ofThisProcess() {
        return new ProcessMeter(ProcessHandle.current().pid());
    }

    /** Begins anew, also the peak of the memory where the kernel lets this user do so. */
    public void reset() {
        try {
            Files.writeString(directory.resolve("clear_refs"), "5");
        } catch (IOException e) {
            // Then the peak is that since the process began, which is above: never better than it was.
        }
        ticks = ticks();
        wireBytes = Loopback.bytes();
        compilers = CompilerTicks.of(List.of(pid));
    }

    /** Since {@link #reset}. */
    public Usage usage() {
        return new Usage((ticks() - ticks) / TICKS_PER_SECOND, peakRssBytes(), Loopback.bytes() - wireBytes,
                compilers.seconds());
    }

    private long ticks() {
        String stat = read("stat");
        // The name of the command stands in brackets and may hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long sum = 0;
        for (int i = FIRST_TIME; i < FIRST_TIME + TIMES; i++) {
            sum += Long.parseLong(fields[i]);
        }
        return sum;
    }

    private long peakRssBytes() {
        return read("status").lines().filter(line -> line.startsWith(PEAK))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10).findFirst().orElse(0);
    }

    private String read(String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what process " + directory.getFileName() + " uses", e);
        }
    }
}
