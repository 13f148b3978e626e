package org.sss.benchmarks.synthetic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What bytes and pairs cost on this machine, from short runs each of which has much of one thing. Immutable.
 *
 * @param baseSeconds of a job with nearly nothing to do
 * @param inByte      seconds for a byte that maps read, and so on for pairs, for what maps emit, reduces take and write
 * @param baseDisk    bytes of files with nearly nothing in them
 * @param diskPerPair bytes on the disk for a pair beyond its value
 * @param baseRss     peak of the memory with nearly nothing to do
 * @param rssPerByte  how it grows
 * @param mostRss     to what it grows, as the heap has a limit
 */
public record FitCosts(double baseSeconds, double inByte, double inPair, double emitByte, double emitPair, double takeByte,
        double takePair, double outByte, double outPair, double baseDisk, double diskPerPair, double baseRss, double rssPerByte, double mostRss) {
    private static final String BASE = "base";
    private static final String IN_BYTES = "in bytes";
    private static final String IN_PAIRS = "in pairs";
    private static final String EMIT_BYTES = "emit bytes";
    private static final String EMIT_PAIRS = "emit pairs";
    private static final String OUT_BYTES = "out bytes";
    private static final String OUT_PAIRS = "out pairs";
    private static final int SMALL = 16;
    /** So that runs of many pairs take longer than starting a job does, by far. */
    private static final int SMALL_PAIR_SHARE = 32;
    private static final int LARGE_VALUES = 256;
    /** What Java takes at most, of its heap. */
    private static final double HEAP_AND_MORE = 1.5;

    /**
     * The runs that {@link #of} needs.
     *
     * @param bytes    of values in those with many; a multiple of 64 KiB
     * @param combined whether there is to be a combiner
     */
    public static List<SyntheticPoint> runs(int nodes, long bytes, boolean combined) {
        List<SyntheticPoint> runs = new ArrayList<>();
        long pairs = bytes / SMALL_PAIR_SHARE;
        long large = bytes / LARGE_VALUES;
        add(runs, BASE, nodes, Map.of());
        add(runs, IN_BYTES, nodes, Map.of("initialKeyCount", text(LARGE_VALUES), "initialValueLength", text(large)));
        add(runs, IN_PAIRS, nodes, Map.of("initialKeyCount", text(pairs)));
        Map<String, String> combiner = Map.of("combinerEnabled", Boolean.toString(combined));
        add(runs, EMIT_BYTES, nodes, with(combiner, "mapoutKeyCount", text(LARGE_VALUES), "mapoutValueLength", text(large)));
        add(runs, EMIT_PAIRS, nodes, with(combiner, "mapoutKeyCount", text(pairs), "mapoutUniqueKeyCount", text(SMALL)));
        add(runs, OUT_BYTES, nodes, Map.of("mapoutKeyCount", text(LARGE_VALUES), "mapoutUniqueKeyCount", text(LARGE_VALUES),
                "reduceoutValueLength", text(large)));
        add(runs, OUT_PAIRS, nodes, Map.of("mapoutKeyCount", text(pairs), "mapoutUniqueKeyCount", text(pairs)));
        return runs;
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
        for (String parameter : List.of("initialKeyCount", "initialValueLength", "mapoutKeyCount", "mapoutValueLength",
                "mapoutUniqueKeyCount", "reduceoutValueLength")) {
            all.put(parameter, text(SMALL));
        }
        all.putAll(values);
        SyntheticConf conf = SyntheticConf.of(all);
        runs.add(new SyntheticPoint(name, "mapoutKeyCount", conf.mapoutKeyCount(), conf));
    }

    private static String text(long number) {
        return Long.toString(number);
    }

    /** @param rows of {@link #runs} */
    public static FitCosts of(List<SyntheticRow> rows) {
        Map<String, SyntheticRow> by = new LinkedHashMap<>();
        rows.forEach(row -> by.put(row.name(), row));
        SyntheticRow base = by.get(BASE);
        double inByte = more(by, IN_BYTES, "map_seconds") / by.get(IN_BYTES).conf().initialBytes();
        double emitByte = more(by, EMIT_BYTES, "map_seconds") / by.get(EMIT_BYTES).conf().mapoutBytes();
        double emitPair = more(by, EMIT_PAIRS, "map_seconds") / by.get(EMIT_PAIRS).conf().mapoutKeyCount();
        double takeByte = more(by, EMIT_BYTES, "reduce_seconds") / by.get(EMIT_BYTES).detail("shuffled_bytes").median();
        double takePair = more(by, EMIT_PAIRS, "reduce_seconds") / by.get(EMIT_PAIRS).detail("shuffled_pairs").median();
        long outPairs = by.get(OUT_PAIRS).conf().reduceKeys();
        double outPair = Math.max(0, more(by, OUT_PAIRS, "reduce_seconds") / outPairs - takePair);
        double largest = rows.stream().mapToDouble(row -> row.peakRssBytes().max()).max().orElseThrow();
        return new FitCosts(base.seconds().median(), inByte, pairCost(by, inByte), emitByte, emitPair, takeByte, takePair,
                more(by, OUT_BYTES, "reduce_seconds") / by.get(OUT_BYTES).conf().reduceoutBytes(), outPair, baseDisk(by), diskPerPair(by),
                base.peakRssBytes().median(), rssPerByte(by, base),
                Math.max(largest, HEAP_AND_MORE * Runtime.getRuntime().maxMemory()));
    }

    private static double pairCost(Map<String, SyntheticRow> by, double inByte) {
        SyntheticConf conf = by.get(IN_PAIRS).conf();
        return Math.max(0, more(by, IN_PAIRS, "map_seconds") - inByte * conf.initialBytes()) / conf.initialKeyCount();
    }

    /** Beyond the run with nearly nothing to do. */
    private static double more(Map<String, SyntheticRow> by, String run, String detail) {
        return Math.max(0, by.get(run).detail(detail).median() - by.get(BASE).detail(detail).median());
    }

    private static double diskPerPair(Map<String, SyntheticRow> by) {
        SyntheticRow row = by.get(IN_PAIRS);
        SyntheticConf conf = row.conf();
        return Math.max(0, row.detail("disk_bytes").median() - baseDisk(by) - conf.totalBytes())
                / (conf.initialKeyCount() + conf.mapoutKeyCount() + conf.reduceKeys());
    }

    /** Of files that are there with nearly no pairs. */
    private static double baseDisk(Map<String, SyntheticRow> by) {
        return by.get(BASE).detail("disk_bytes").median();
    }

    private static double rssPerByte(Map<String, SyntheticRow> by, SyntheticRow base) {
        SyntheticRow row = by.get(EMIT_BYTES);
        return Math.max(0, row.peakRssBytes().median() - base.peakRssBytes().median()) / row.conf().totalBytes();
    }

    /** Of a job that moves so many bytes. */
    double rss(double bytes) {
        return Math.min(Math.max(baseRss, mostRss), baseRss + rssPerByte * bytes);
    }
}
