package org.sss.benchmarks.synthetic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sss.benchmarks.suite.Row;

/**
 * A real job beside the synthetic one with its numbers. Immutable.
 *
 * @param conf      of the synthetic job
 * @param real      by the names of {@link JobNumbers}
 * @param synthetic by the same names
 */
public record JobComparison(RealJob job, SyntheticConf conf, Map<String, Double> real, Map<String, Double> synthetic) {
    private static final String CONF_FILE = "fit-job.properties";

    private static final double NANOS_PER_SECOND = 1e9;

    /** @param row of a run of the job's {@link RealJob#conf} */
    public static JobComparison of(RealJob job, Row row) {
        return new JobComparison(job, SyntheticPoint.conf(row), job.numbers(), JobNumbers.of(row));
    }

    /** Writes the parameters of the synthetic job, for {@code sss bench synthetic --conf}. */
    public void writeConf(Path directory) throws IOException {
        conf.write(
                directory.resolve(CONF_FILE),
                "the numbers of " + job.map().name() + " and " + job.reduce().name() + ", " + job.workflow());
    }

    /** What the numbers mean, and what no report of a job says. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>(job.differences());
        remarks.add("Not in the report of a job, so chosen: values are as long as the average one, keys have the same"
                + " number of pairs each, partitionMethod is hash. Where shuffled_pairs or skew of the two differ, keys"
                + " of the real job are distributed otherwise, or it has a partitioner of its own.");
        remarks.add("Not of the job: the synthetic one is warm, in processes of this machine, with --heap and --set of"
                + " this command, not synced to the disk (durability = none). Take the report of a second run under"
                + " the same conditions.");
        remarks.add(cost());
        return remarks;
    }

    private String cost() {
        return String.format(
                Locale.ROOT,
                "The rest is what functions cost: beyond the synthetic ones, which compute nothing, those of the real"
                        + " job took %d ns in Map and %d ns in Reduce, of processor time per emitted pair. Set"
                        + " mapComputeNanos and reduceComputeNanos in %s to that, and run it with --conf.",
                moreNanos("map"),
                moreNanos("reduce"),
                CONF_FILE);
    }

    /** 0 where the real functions take less, such as those whose values are shorter. */
    private long moreNanos(String task) {
        String name = task + JobNumbers.FUNCTIONS;
        double more = (real.get(name) - synthetic.get(name)) * NANOS_PER_SECOND / real.get("emitted_pairs");
        return Math.max(0, Math.round(more));
    }
}
