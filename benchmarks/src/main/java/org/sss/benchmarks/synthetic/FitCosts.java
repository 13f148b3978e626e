package org.sss.benchmarks.synthetic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.benchmarks.suite.Row;

/**
 * What bytes and pairs cost on this machine, from short runs each of which has much of one thing. Immutable.
 *
 * @param baseSeconds of a job with nearly nothing to do
 * @param in          what maps read
 * @param emit        what maps emit
 * @param take        what reduces take
 * @param out         what reduces write
 * @param baseDisk    bytes of files with nearly nothing in them
 * @param diskPerPair bytes on the disk for a pair beyond its value
 * @param memory      from two runs that write much, of different sizes
 */
public record FitCosts(
        double baseSeconds,
        Cost in,
        Cost emit,
        Cost take,
        Cost out,
        double baseDisk,
        double diskPerPair,
        MemoryLaw memory) {
    /** Seconds for a byte of values, and for a pair. */
    public record Cost(double ofByte, double ofPair) {}

    private static final String BASE = "base";
    private static final String IN_BYTES = "in bytes";
    private static final String IN_PAIRS = "in pairs";
    private static final String EMIT_BYTES = "emit bytes";
    /** What the job writes, in two sizes: what is between shows how memory grows. */
    private static final String LITTLE = "little of the job";

    private static final String MORE = "more of the job";
    private static final String EMIT_PAIRS = "emit pairs";
    /** As the two before, where these are combined and leave nothing to take. */
    private static final String TAKE_BYTES = "take bytes";

    private static final String TAKE_PAIRS = "take pairs";
    private static final String OUT_BYTES = "out bytes";
    private static final String OUT_PAIRS = "out pairs";
    private static final int SMALL = 16;
    /** So that runs of many pairs take longer than starting a job does, by far. */
    private static final int SMALL_PAIR_SHARE = 32;

    private static final int LARGE_VALUES = 256;
    private static final int MORE_THAN_LITTLE = 4;
    private static final double MIN_SECONDS = 0.25;
    /** How many times as long as a job with nothing to do a predictable one takes. */
    private static final int MIN_STARTS = 3;
    /** What Java takes at most, of its heap. */
    private static final double HEAP_AND_MORE = 1.5;

    /**
     * The runs that {@link #of} needs.
     *
     * @param job   whose memory is to be known: that depends on how long values are
     * @param bytes of values in those with many; a multiple of 64 KiB
     */
    public static List<SyntheticPoint> runs(SyntheticConf job, long bytes) {
        int nodes = job.nodes();
        List<SyntheticPoint> runs = new ArrayList<>();
        long pairs = bytes / SMALL_PAIR_SHARE;
        long large = bytes / LARGE_VALUES;
        add(runs, BASE, nodes, Map.of());
        add(runs, IN_BYTES, nodes, Map.of("initialKeyCount", text(LARGE_VALUES), "initialValueLength", text(large)));
        add(runs, IN_PAIRS, nodes, Map.of("initialKeyCount", text(pairs)));
        Map<String, String> combiner = Map.of("combinerEnabled", Boolean.toString(job.foldsInCombiner()));
        add(
                runs,
                EMIT_BYTES,
                nodes,
                with(combiner, "mapoutKeyCount", text(LARGE_VALUES), "mapoutValueLength", text(large)));
        add(
                runs,
                EMIT_PAIRS,
                nodes,
                with(combiner, "mapoutKeyCount", text(pairs), "mapoutUniqueKeyCount", text(SMALL)));
        if (job.foldsInCombiner()) {
            add(
                    runs,
                    TAKE_BYTES,
                    nodes,
                    Map.of("mapoutKeyCount", text(LARGE_VALUES), "mapoutValueLength", text(large)));
            add(runs, TAKE_PAIRS, nodes, Map.of("mapoutKeyCount", text(pairs)));
        }
        add(
                runs,
                OUT_BYTES,
                nodes,
                Map.of(
                        "mapoutKeyCount",
                        text(LARGE_VALUES),
                        "mapoutUniqueKeyCount",
                        text(LARGE_VALUES),
                        "reduceoutValueLength",
                        text(large)));
        add(runs, OUT_PAIRS, nodes, Map.of("mapoutKeyCount", text(pairs), "mapoutUniqueKeyCount", text(pairs)));
        add(runs, LITTLE, nodes, with(combiner, written(job, bytes / MORE_THAN_LITTLE)));
        add(runs, MORE, nodes, with(combiner, written(job, bytes)));
        return runs;
    }

    /** As many of the job's pairs, and of its keys, as have so many bytes. */
    private static String[] written(SyntheticConf job, long bytes) {
        long pairs = Math.max(
                1, Math.min(job.mapoutKeyCount(), bytes / Math.max(SMALL_PAIR_SHARE, job.mapoutValueLength())));
        long keys = Math.max(
                1,
                Math.min(
                        Math.min(job.mapoutUniqueKeyCount(), pairs),
                        bytes / Math.max(SMALL_PAIR_SHARE, job.reduceoutValueLength())));
        return new String[] {
            "mapoutKeyCount",
            text(pairs),
            "mapoutValueLength",
            text(job.mapoutValueLength()),
            "mapoutUniqueKeyCount",
            text(keys),
            "reduceoutValueLength",
            text(job.reduceoutValueLength())
        };
    }

    private static Map<String, String> with(Map<String, String> more, String... namesAndValues) {
        Map<String, String> values = new LinkedHashMap<>(more);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return values;
    }

    private static void add(List<SyntheticPoint> runs, String name, int nodes, Map<String, String> values) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("nodes", text(nodes));
        for (String parameter : List.of(
                "initialKeyCount",
                "initialValueLength",
                "mapoutKeyCount",
                "mapoutValueLength",
                "mapoutUniqueKeyCount",
                "reduceoutValueLength")) {
            all.put(parameter, text(SMALL));
        }
        all.putAll(values);
        SyntheticConf conf = SyntheticConf.of(all);
        runs.add(new SyntheticPoint(name, "mapoutKeyCount", conf.mapoutKeyCount(), conf));
    }

    private static String text(long number) {
        return Long.toString(number);
    }

    /**
     * @param rows      of {@link #runs}
     * @param heapBytes that all nodes have together
     */
    public static FitCosts of(List<Row> rows, long heapBytes) {
        Map<String, Row> by = new LinkedHashMap<>();
        rows.forEach(row -> by.put(row.task().series(), row));
        Row base = by.get(BASE);
        double inByte = more(by, IN_BYTES, "map_seconds") / conf(by, IN_BYTES).initialBytes();
        double emitByte =
                more(by, EMIT_BYTES, "map_seconds") / conf(by, EMIT_BYTES).mapoutBytes();
        double emitPair =
                more(by, EMIT_PAIRS, "map_seconds") / conf(by, EMIT_PAIRS).mapoutKeyCount();
        String takeBytes = by.containsKey(TAKE_BYTES) ? TAKE_BYTES : EMIT_BYTES;
        String takePairs = by.containsKey(TAKE_PAIRS) ? TAKE_PAIRS : EMIT_PAIRS;
        double takeByte =
                more(by, takeBytes, "reduce_seconds") / by.get(takeBytes).detail("shuffled_bytes");
        double takePair =
                more(by, takePairs, "reduce_seconds") / by.get(takePairs).detail("shuffled_pairs");
        long outPairs = conf(by, OUT_PAIRS).reduceKeys();
        double outPair = Math.max(0, more(by, OUT_PAIRS, "reduce_seconds") / outPairs - takePair);
        double outByte =
                more(by, OUT_BYTES, "reduce_seconds") / conf(by, OUT_BYTES).reduceoutBytes();
        return new FitCosts(
                base.seconds().median(),
                new Cost(inByte, pairCost(by, inByte)),
                new Cost(emitByte, emitPair),
                new Cost(takeByte, takePair),
                new Cost(outByte, outPair),
                baseDisk(by),
                diskPerPair(by),
                memory(rows, by, heapBytes));
    }

    /**
     * Shorter jobs are not predictable: most of their time is what starting any job takes, and that varies more than
     * their work.
     */
    public double minSeconds() {
        return Math.max(MIN_SECONDS, MIN_STARTS * baseSeconds);
    }

    private static SyntheticConf conf(Map<String, Row> by, String run) {
        return SyntheticPoint.conf(by.get(run));
    }

    private static double pairCost(Map<String, Row> by, double inByte) {
        SyntheticConf conf = conf(by, IN_PAIRS);
        return Math.max(0, more(by, IN_PAIRS, "map_seconds") - inByte * conf.initialBytes()) / conf.initialKeyCount();
    }

    /** Beyond the run with nearly nothing to do. */
    private static double more(Map<String, Row> by, String run, String detail) {
        return Math.max(0, by.get(run).detail(detail) - by.get(BASE).detail(detail));
    }

    private static double diskPerPair(Map<String, Row> by) {
        Row row = by.get(IN_PAIRS);
        SyntheticConf conf = SyntheticPoint.conf(row);
        return Math.max(0, row.detail("disk_bytes") - baseDisk(by) - conf.totalBytes())
                / (conf.initialKeyCount() + conf.mapoutKeyCount() + conf.reduceKeys());
    }

    /** Of files that are there with nearly no pairs. */
    private static double baseDisk(Map<String, Row> by) {
        return by.get(BASE).detail("disk_bytes");
    }

    private static MemoryLaw memory(List<Row> rows, Map<String, Row> by, long heapBytes) {
        Row little = by.get(LITTLE);
        Row more = by.get(MORE);
        double largest =
                rows.stream().mapToDouble(row -> row.peakRssBytes()).max().orElseThrow();
        return MemoryLaw.through(
                written(little),
                little.peakRssBytes(),
                written(more),
                more.peakRssBytes(),
                by.get(BASE).peakRssBytes(),
                Math.max(largest, HEAP_AND_MORE * heapBytes));
    }

    /** Input is not: it goes through. */
    private static double written(Row row) {
        double pairs = row.detail("shuffled_pairs") + SyntheticPoint.conf(row).reduceKeys();
        return row.detail("shuffled_bytes") + SyntheticPoint.conf(row).reduceoutBytes() + pairs * Fit.KEY_BYTES;
    }
}
