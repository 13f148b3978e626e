package org.sss.benchmarks.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The workloads of the 2012 paper: reading, writing and shuffling the same number of bytes as more and more pairs, the
 * last one with a key for each pair and with 1024 keys. Stateless.
 */
public final class Macro {
    /** Names of the workloads. */
    public static final List<String> WORKLOADS = List.of("read", "write", "shuffle-keys-pairs", "shuffle-keys-1024");
    private static final String KEYS = "1024";
    /** Map calls where the maps read nothing. */
    private static final String CALLS = "1024";

    private Macro() {
    }

    /**
     * @param pairs on the x axis; the total is to be a multiple of each
     * @throws SssException INVALID_ARGUMENT
     */
    public static List<SyntheticPoint> points(List<String> workloads, List<Long> pairs, long total, int nodes) {
        List<SyntheticPoint> points = new ArrayList<>();
        for (String workload : workloads) {
            for (long count : pairs) {
                if (total % count != 0) {
                    throw new SssException(ErrorCode.INVALID_ARGUMENT, total + " bytes cannot be cut into " + count
                            + " values of the same length; take a multiple for --total, or other --pairs");
                }
                points.add(point(workload, Long.toString(count), Long.toString(total / count),
                        Integer.toString(nodes)));
            }
        }
        return points;
    }

    private static SyntheticPoint point(String workload, String pairs, String length, String nodes) {
        return switch (workload) {
            case "read" -> point(workload, "initialKeyCount", Map.of("nodes", nodes, "initialKeyCount", pairs,
                    "initialValueLength", length, "mapoutKeyCount", KEYS, "mapoutValueLength", "1",
                    "mapoutUniqueKeyCount", KEYS,
                    "reduceoutValueLength", "1"));
            case "write" -> point(workload, "mapoutUniqueKeyCount", Map.of("nodes", nodes, "initialKeyCount", CALLS,
                    "initialValueLength", "1", "mapoutKeyCount", pairs, "mapoutValueLength", "1",
                    "mapoutUniqueKeyCount", pairs,
                    "reduceoutValueLength", length));
            case "shuffle-keys-pairs" -> shuffle(workload, pairs, length, pairs, nodes);
            case "shuffle-keys-1024" -> shuffle(workload, pairs, length, KEYS, nodes);
            default -> throw new SssException(ErrorCode.INVALID_ARGUMENT,
                    "there is no workload '" + workload + "'; there are "
                    + String.join(", ", WORKLOADS));
        };
    }

    private static SyntheticPoint shuffle(String workload, String pairs, String length, String keys, String nodes) {
        return point(workload, "mapoutKeyCount", Map.of("nodes", nodes, "initialKeyCount", CALLS, "initialValueLength",
                "1",
                "mapoutKeyCount", pairs, "mapoutValueLength", length, "mapoutUniqueKeyCount", keys,
                "reduceoutValueLength", "1"));
    }

    private static SyntheticPoint point(String workload, String axis, Map<String, String> conf) {
        return new SyntheticPoint(workload, axis, Long.parseLong(conf.get(axis)), SyntheticConf.of(conf));
    }
}
