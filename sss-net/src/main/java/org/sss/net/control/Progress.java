package org.sss.net.control;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a task or job has done so far. Bytes are those of keys and values. Input bytes count each key once per block.
 *
 * @param counters the user's, by name
 */
public record Progress(long tuplesIn, long bytesIn, long tuplesOut, long bytesOut, Map<String, Long> counters) {
    public static final Progress NONE = new Progress(0, 0, 0, 0, Map.of());

    public Progress plus(Progress other) {
        Map<String, Long> sum = new TreeMap<>(counters);
        other.counters.forEach((name, n) -> sum.merge(name, n, Long::sum));
        return new Progress(tuplesIn + other.tuplesIn, bytesIn + other.bytesIn, tuplesOut + other.tuplesOut,
                bytesOut + other.bytesOut, sum);
    }
}
