package org.sss.benchmarks.synthetic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The workloads of table 2 of the paper: at each point of a figure's x axis the same number of bytes, cut into more and
 * more pairs. The paper has 16 GiB in total.
 */
public enum Preset {
    READ("initialKeyCount", 16, 65536, "initialValueLength",
            Map.of("mapoutKeyCount", "256", "mapoutUniqueKeyCount", "16", "mapoutValueLength", "1",
                    "reduceoutValueLength", "1")),
    WRITE("mapoutUniqueKeyCount", 16, 65536, "reduceoutValueLength",
            Map.of("initialKeyCount", "16", "initialValueLength", "1", "mapoutKeyCount", "4194304", "mapoutValueLength",
                    "1")),
    SHUFFLE("mapoutKeyCount", 16, 262144, "mapoutValueLength",
            Map.of("initialKeyCount", "16", "initialValueLength", "1", "mapoutUniqueKeyCount", "16",
                    "reduceoutValueLength", "1")),
    SHUFFLE_COMBINER("mapoutKeyCount", 16, 262144, "mapoutValueLength",
            Map.of("initialKeyCount", "16", "initialValueLength", "1", "mapoutUniqueKeyCount", "16",
                    "reduceoutValueLength", "1",
                    "combinerEnabled", "true"));

    private static final int STEP = 4;

    private final String axis;
    private final long first;
    private final long last;
    private final String length;
    private final Map<String, String> others;

    Preset(String axis, long first, long last, String length, Map<String, String> others) {
        this.axis = axis;
        this.first = first;
        this.last = last;
        this.length = length;
        this.others = others;
    }

    /** @throws SssException INVALID_ARGUMENT */
    public static Preset named(String name) {
        for (Preset preset : values()) {
            if (preset.label().equals(name)) {
                return preset;
            }
        }
        throw new SssException(ErrorCode.INVALID_ARGUMENT, "there is no preset '" + name
                + "'; there are read, write, shuffle and shuffle-combiner");
    }

    /** As {@code --preset} takes it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The parameter on the x axis of the figure. */
    public String axis() {
        return axis;
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
            throw new SssException(ErrorCode.INVALID_ARGUMENT,
                    "preset " + label() + " cannot cut " + total + " bytes into "
                    + keys + " values of the same length; take a multiple for --total, or other --keys");
        }
        Map<String, String> values = new LinkedHashMap<>(others);
        values.put("nodes", Integer.toString(nodes));
        values.put(axis, Long.toString(keys));
        values.put(length, Long.toString(total / keys));
        return SyntheticConf.of(values);
    }
}
