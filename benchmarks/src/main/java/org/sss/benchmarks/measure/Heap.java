package org.sss.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * How much heap a system may have. Every system has the same: a system of one process has it whole, the processes of a
 * system that work at the same time have equal shares of it. Immutable.
 */
public record Heap(long bytes) {
    /** The rule, for help and reports. */
    public static final String RULE =
            "each system may have as much: in its process, or divided evenly among those that work at the same time";
    /** Of a process that only coordinates others: it is not part of what these share. */
    public static final Heap OF_COORDINATOR = new Heap(1L << 30);

    private static final String SIZE = "[1-9]\\d*[kKmMgG]?";
    private static final int MEBI_SHIFT = 20;
    private static final int KIBI_SHIFT = 10;
    /** Java gives a process a quarter of the memory. */
    private static final int PART_OF_MACHINE = 4;

    /** Whether it is a size as Java takes it, such as {@code 512m}. */
    public static boolean isSize(String size) {
        return size.matches(SIZE);
    }

    /** @param size such as {@code 512m} or {@code 2g} */
    public static Heap of(String size) {
        int shift = "kmg".indexOf(size.toLowerCase(Locale.ROOT).charAt(size.length() - 1)) + 1;
        return new Heap(Long.parseLong(size.replaceAll("\\D", "")) << shift * KIBI_SHIFT);
    }

    /** As much as Java gives a process by default. */
    public static Heap ofMachine() {
        long bytes =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() / PART_OF_MACHINE;
        return new Heap(bytes >> MEBI_SHIFT << MEBI_SHIFT);
    }

    /** Of each of so many processes that have this one together. */
    public Heap share(int processes) {
        return new Heap(bytes / processes);
    }

    public Heap times(int processes) {
        return new Heap(bytes * processes);
    }

    public long mebibytes() {
        return bytes >> MEBI_SHIFT;
    }

    /** As Java takes it. */
    public String size() {
        return bytes % (1L << MEBI_SHIFT) == 0 ? mebibytes() + "m" : (bytes >> KIBI_SHIFT) + "k";
    }

    /** The option of Java. */
    public String option() {
        return "-Xmx" + size();
    }
}
