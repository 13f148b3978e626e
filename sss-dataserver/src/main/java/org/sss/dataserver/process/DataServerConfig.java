package org.sss.dataserver.process;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Objects;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Settings of a data server. Immutable. */
public record DataServerConfig(
        Threads threads, Writing writing, OpenSegments open, Requests requests, Merging merging) {
    private static final long AMPLE_MEMORY_BYTES = 512L << 20;
    private static final int AMPLE_OPEN_SEGMENTS = 1024;
    /**
     * A segment has two descriptors, so three quarters of the descriptors are left for segments in use and for sockets.
     */
    private static final int DESCRIPTORS_FOR_A_SEGMENT = 8;

    /** What a commit waits for. */
    public enum Durability {
        /** Files and directories are synced before a commit is answered. */
        COMMIT,
        /** Nothing is synced: a crash of the machine (not of the process) may lose committed runs. */
        NONE
    }

    /** How tuples are stored on a node. */
    public enum Layout {
        /** One file for each subgroup and commit, with blocks of tuples as records. */
        BLOCKS,
        /**
         * In direct memory while it has room, else as {@link #BLOCKS}. What is in memory is lost when the process ends.
         */
        MEMORY,
        /**
         * In one file for the whole node, one record per tuple: the original SSS, for comparison. Lost if the process
         * is killed.
         */
        TUPLES
    }

    /** What writes segment files. Both write the file format of Tokyo Cabinet. */
    public enum SegmentFileWriter {
        /** SSS itself, in one pass. */
        DIRECT,
        /** The library, through JNI: up to 20 MiB of native memory for each segment that is being written. */
        LIBRARY
    }

    /**
     * @param storage threads that write segment files; a subgroup is always written by the same one
     * @param scan    threads that read for remote scans
     */
    public record Threads(int storage, int scan) {
        public Threads {
            atLeast(1, storage, "storageThreads");
            atLeast(1, scan, "scanThreads");
        }
    }

    /**
     * How tuples are written.
     *
     * @param durability    whether a commit waits for the disk
     * @param layout        how new tuples are stored; existing tuples stay as they are
     * @param writer        what writes segment files; the files have the same content
     * @param memoryBytes   direct memory for tuples; above it, uncommitted tuples are written to files as they arrive
     * @param fleetingBytes 0; or the directory is not read again after this server is closed, and up to this many bytes
     *                      of one commit and subgroup stay in memory, without a file, while memory is free
     */
    public record Writing(
            Durability durability, Layout layout, SegmentFileWriter writer, long memoryBytes, long fleetingBytes) {
        public Writing {
            Objects.requireNonNull(durability, "durability");
            Objects.requireNonNull(layout, "layout");
            Objects.requireNonNull(writer, "writer");
            atLeast(0, memoryBytes, "memoryBytes");
            atLeast(0, fleetingBytes, "fleetingBytes");
        }
    }

    /**
     * Segments that are open for reading.
     *
     * @param max        idle segment files that stay open
     * @param indexBytes heap for indexes of segments: a quarter for manifests of idle ones, the rest for pages
     *                   and for filters of blocks
     */
    public record OpenSegments(int max, long indexBytes) {
        public OpenSegments {
            atLeast(1, max, "maxOpenSegments");
            atLeast(1, indexBytes, "maxIndexBytes");
        }
    }

    /**
     * Limits of what clients ask for.
     *
     * @param maxPuts       put streams at once
     * @param maxScans      remote scans at once
     * @param stallTimeout  how long a scan waits for credit of its client before it is cut
     * @param commitTimeout how long a commit or drop may take
     */
    public record Requests(int maxPuts, int maxScans, Duration stallTimeout, Duration commitTimeout) {
        public Requests {
            atLeast(1, maxPuts, "maxPuts");
            atLeast(1, maxScans, "maxScans");
            atLeast(1, stallTimeout.toMillis(), "stallTimeout in milliseconds");
            atLeast(1, commitTimeout.toMillis(), "commitTimeout in milliseconds");
        }
    }

    /**
     * How runs are read and merged.
     *
     * @param batchBytes bytes that a scan of one run reads per call
     * @param bytes      bytes that all runs of one merge buffer together, if that is enough for one block of each
     * @param maxRuns    runs that are merged at once, fewer if they have chunks of large values; a subgroup with more
     *                   is merged in several passes
     */
    public record Merging(int batchBytes, int bytes, int maxRuns) {
        public Merging {
            atLeast(4096, batchBytes, "batchBytes");
            atLeast(4096, bytes, "mergeBytes");
            atLeast(2, maxRuns, "maxMergeRuns");
        }
    }

    public static DataServerConfig defaults() {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        return new DataServerConfig(
                new Threads(threads, threads),
                new Writing(Durability.COMMIT, Layout.BLOCKS, SegmentFileWriter.DIRECT, defaultMemoryBytes(), 0),
                new OpenSegments(
                        defaultOpenSegments(openFilesLimit()),
                        Runtime.getRuntime().maxMemory() / 16),
                new Requests(4096, 4096, Duration.ofSeconds(30), Duration.ofMinutes(10)),
                new Merging(256 << 10, 16 << 20, 1000));
    }

    /** Returns the limit of this process, as {@code ulimit -n} reports it. */
    private static long openFilesLimit() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /** Leaves descriptors for new files and connections. */
    static int defaultOpenSegments(long openFilesLimit) {
        return (int) Math.max(1, Math.min(AMPLE_OPEN_SEGMENTS, openFilesLimit / DESCRIPTORS_FOR_A_SEGMENT));
    }

    /** Returns the default for the heap of this JVM. */
    public static long defaultMemoryBytes() {
        return defaultMemoryBytes(Runtime.getRuntime().maxMemory());
    }

    /**
     * A quarter of the maximum heap, but a twelfth of a large one: the JVM allows as much direct memory as heap, and
     * merging at a commit costs no less than merging when the group is read.
     */
    static long defaultMemoryBytes(long maxHeapBytes) {
        return Math.max(Math.min(maxHeapBytes / 4, AMPLE_MEMORY_BYTES), maxHeapBytes / 12);
    }

    public DataServerConfig withThreads(int storage, int scan) {
        return new DataServerConfig(new Threads(storage, scan), writing, open, requests, merging);
    }

    private DataServerConfig with(Writing other) {
        return new DataServerConfig(threads, other, open, requests, merging);
    }

    private DataServerConfig with(Requests other) {
        return new DataServerConfig(threads, writing, open, other, merging);
    }

    public DataServerConfig withDurability(Durability other) {
        return with(new Writing(other, writing.layout, writing.writer, writing.memoryBytes, writing.fleetingBytes));
    }

    public DataServerConfig withLayout(Layout other) {
        return with(new Writing(writing.durability, other, writing.writer, writing.memoryBytes, writing.fleetingBytes));
    }

    public DataServerConfig withWriter(SegmentFileWriter other) {
        return with(new Writing(writing.durability, writing.layout, other, writing.memoryBytes, writing.fleetingBytes));
    }

    public DataServerConfig withMemoryBytes(long bytes) {
        return with(new Writing(writing.durability, writing.layout, writing.writer, bytes, writing.fleetingBytes));
    }

    public DataServerConfig withFleetingBytes(long bytes) {
        return with(new Writing(writing.durability, writing.layout, writing.writer, writing.memoryBytes, bytes));
    }

    public DataServerConfig withOpenSegments(int max, long indexBytes) {
        return new DataServerConfig(threads, writing, new OpenSegments(max, indexBytes), requests, merging);
    }

    public DataServerConfig withMaxStreams(int puts, int scans) {
        return with(new Requests(puts, scans, requests.stallTimeout, requests.commitTimeout));
    }

    public DataServerConfig withStallTimeout(Duration other) {
        return with(new Requests(requests.maxPuts, requests.maxScans, other, requests.commitTimeout));
    }

    public DataServerConfig withMerge(int bytes, int maxRuns) {
        return new DataServerConfig(threads, writing, open, requests, new Merging(merging.batchBytes, bytes, maxRuns));
    }

    /** Returns true if no later process reads what is stored. */
    public boolean isFleeting() {
        return writing.fleetingBytes > 0;
    }

    private static void atLeast(int min, long value, String name) {
        if (value < min) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "data server: " + name + " is " + value + ", it must be at least " + min);
        }
    }
}
