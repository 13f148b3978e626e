package org.sss.benchmarks.synthetic;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;

/**
 * One workload of a series. Immutable.
 *
 * @param series name of the line of points, such as {@code read}
 * @param axis   the parameter on the x axis
 * @param x      its value
 */
public record SyntheticPoint(String series, String axis, long x, SyntheticConf conf) {
    private static final String AXIS = "axis";

    /** The same with other parameters. */
    public SyntheticPoint with(SyntheticConf other) {
        return new SyntheticPoint(series, axis, x, other);
    }

    /**
     * As a case whose answer follows from the parameters.
     *
     * @param heap of each system, or null
     */
    public Case toCase(String heap) {
        Map<String, String> parameters = new LinkedHashMap<>();
        conf.toMap().forEach((name, value) -> parameters.put(SyntheticConf.PREFIX + name, value));
        parameters.put(AXIS, axis);
        parameters.put("nodes", Integer.toString(conf.nodes()));
        if (heap != null) {
            parameters.put("heap", heap);
        }
        return new Case(
                series,
                SyntheticConf.WORKLOAD,
                axis + " " + x,
                x,
                conf.totalBytes(),
                null,
                parameters,
                () -> Answer.expected(conf).digest(conf));
    }

    static String axis(Row row) {
        return row.task().parameters().get(AXIS);
    }

    static SyntheticConf conf(Row row) {
        return SyntheticConf.ofParameters(row.task().parameters());
    }
}
