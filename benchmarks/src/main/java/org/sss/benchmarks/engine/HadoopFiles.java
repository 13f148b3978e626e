package org.sss.benchmarks.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Hadoop as the paper of 2011 measured it: a file of HDFS for each pair of input and output. Beside {@link
 * HadoopRival}, which has many pairs in a file. One thread at a time.
 */
public final class HadoopFiles implements Engine {
    public static final String NAME = "hadoop-files";
    private static final String SYNTHETIC = "synthetic";
    private static final String CONF = "conf.";
    private static final String PAIRS_PER_OBJECT = CONF + "pairsPerObject";
    /** Each file of the input is a map task with a process of its own, which takes seconds. */
    private static final long MAX_INPUT_FILES = 256;
    /** Each file of the output is created and closed by itself, and the name node has them all in memory. */
    private static final long MAX_OUTPUT_FILES = 16384;

    private final HadoopRival hadoop = new HadoopRival();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> missing() {
        return hadoop.missing();
    }

    @Override
    public String limits() {
        return "a file for each pair: at most " + MAX_INPUT_FILES + " pairs of input and " + MAX_OUTPUT_FILES
                + " of output";
    }

    @Override
    public boolean runs(Workload workload) {
        return workload.name().equals(SYNTHETIC)
                && hadoop.runs(workload)
                && number(workload, "initialKeyCount") <= MAX_INPUT_FILES
                && Math.min(number(workload, "mapoutUniqueKeyCount"), number(workload, "mapoutKeyCount"))
                        <= MAX_OUTPUT_FILES;
    }

    private static long number(Workload workload, String parameter) {
        return Long.parseLong(workload.parameter(CONF + parameter, "0"));
    }

    @Override
    public EngineSession open(Workload workload) throws Exception {
        Map<String, String> parameters = new HashMap<>(workload.parameters());
        parameters.put(PAIRS_PER_OBJECT, "1");
        return hadoop.open(new Workload(workload.name(), workload.input(), parameters, workload.directory()));
    }
}
