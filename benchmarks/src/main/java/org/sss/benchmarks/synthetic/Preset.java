package org.sss.benchmarks.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The workloads of the papers: at each point of a figure's x axis the same number of bytes, cut into more and more
 * pairs. The first ones are those of table 2 of the paper of 2011, which has 16 GiB in total; the MACRO ones are those
 * of the paper of 2012: reading, writing, and shuffling with a key for each pair and with 1024 keys.
 */
public enum Preset {
    READ(
            List.of("initialKeyCount"),
            16,
            65536,
            "initialValueLength",
            Map.of(
                    "mapoutKeyCount",
                    "256",
                    "mapoutUniqueKeyCount",
                    "16",
                    "mapoutValueLength",
                    "1",
                    "reduceoutValueLength",
                    "1")),
    WRITE(
            List.of("mapoutUniqueKeyCount"),
            16,
            65536,
            "reduceoutValueLength",
            Map.of(
                    "initialKeyCount",
                    "16",
                    "initialValueLength",
                    "1",
                    "mapoutKeyCount",
                    "4194304",
                    "mapoutValueLength",
                    "1")),
    SHUFFLE(
            List.of("mapoutKeyCount"),
            16,
            262144,
            "mapoutValueLength",
            Map.of(
                    "initialKeyCount",
                    "16",
                    "initialValueLength",
                    "1",
                    "mapoutUniqueKeyCount",
                    "16",
                    "reduceoutValueLength",
                    "1")),
    SHUFFLE_COMBINER(
            List.of("mapoutKeyCount"),
            16,
            262144,
            "mapoutValueLength",
            Map.of(
                    "initialKeyCount",
                    "16",
                    "initialValueLength",
                    "1",
                    "mapoutUniqueKeyCount",
                    "16",
                    "reduceoutValueLength",
                    "1",
                    "combinerEnabled",
                    "true")),
    MACRO_READ(
            List.of("initialKeyCount"),
            16384,
            1048576,
            "initialValueLength",
            Map.of(
                    "mapoutKeyCount",
                    "1024",
                    "mapoutUniqueKeyCount",
                    "1024",
                    "mapoutValueLength",
                    "1",
                    "reduceoutValueLength",
                    "1")),
    MACRO_WRITE(
            List.of("mapoutUniqueKeyCount", "mapoutKeyCount"),
            16384,
            1048576,
            "reduceoutValueLength",
            Map.of("initialKeyCount", "1024", "initialValueLength", "1", "mapoutValueLength", "1")),
    MACRO_SHUFFLE_KEYS_PAIRS(
            List.of("mapoutKeyCount", "mapoutUniqueKeyCount"),
            16384,
            1048576,
            "mapoutValueLength",
            Map.of("initialKeyCount", "1024", "initialValueLength", "1", "reduceoutValueLength", "1")),
    MACRO_SHUFFLE_KEYS_1024(
            List.of("mapoutKeyCount"),
            16384,
            1048576,
            "mapoutValueLength",
            Map.of(
                    "initialKeyCount",
                    "1024",
                    "initialValueLength",
                    "1",
                    "mapoutUniqueKeyCount",
                    "1024",
                    "reduceoutValueLength",
                    "1"));

    private static final int STEP = 4;
    private static final String MACRO = "macro-";

    private final List<String> axes;
    private final long first;
    private final long last;
    private final String length;
    private final Map<String, String> others;

    /**
     * @param axes   parameters that are the number on the x axis; its name is the first
     * @param length the parameter that follows from it and the total
     */
    Preset(List<String> axes, long first, long last, String length, Map<String, String> others) {
        this.axes = axes;
        this.first = first;
        this.last = last;
        this.length = length;
        this.others = others;
    }

    /** Those of the paper of 2012, or of that of 2011. */
    public static List<Preset> all(boolean macro) {
        return Arrays.stream(values())
                .filter(preset -> preset.name().startsWith("MACRO_") == macro)
                .toList();
    }

    /** As {@code --preset} and {@code --workload} take it. */
    public String label() {
        String name = name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name.startsWith(MACRO) ? name.substring(MACRO.length()) : name;
    }

    /** Where the figure has points: each four times the one before. */
    public List<Long> points() {
        List<Long> points = new ArrayList<>();
        for (long keys = first; keys <= last; keys *= STEP) {
            points.add(keys);
        }
        return points;
    }

    /** The point in the middle of the axis. */
    public long middle() {
        List<Long> points = points();
        return points.get(points.size() / 2);
    }

    /**
     * @param keys  the point on the axis
     * @param total bytes of all values on it together, a multiple of {@code keys}
     * @throws SssException INVALID_ARGUMENT when the values would be shorter than a byte or longer than 1 GiB
     */
    public SyntheticConf at(long keys, long total, int nodes) {
        if (total % keys != 0) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    label() + " cannot cut " + total + " bytes into " + keys
                            + " values of the same length; take a multiple for --total, or other points");
        }
        Map<String, String> values = new LinkedHashMap<>(others);
        values.put("nodes", Integer.toString(nodes));
        axes.forEach(axis -> values.put(axis, Long.toString(keys)));
        values.put(length, Long.toString(total / keys));
        return SyntheticConf.of(values);
    }

    /** As {@link #at}, of several points. */
    public Stream<SyntheticPoint> at(List<Long> keys, long total, int nodes) {
        return keys.stream().map(key -> new SyntheticPoint(label(), axes.get(0), key, at(key, total, nodes)));
    }
}
