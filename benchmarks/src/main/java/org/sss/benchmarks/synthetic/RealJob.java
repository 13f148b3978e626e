package org.sss.benchmarks.synthetic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.synthetic.SyntheticConf.PartitionMethod;
import org.sss.client.JobReport;
import org.sss.client.JobStatistics;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;

/**
 * A job that has run, a Map and the Reduce of its output, from the report that {@code sss job ID --json} prints.
 * Immutable.
 */
public record RealJob(String workflow, JobReport map, JobReport reduce) {
    private static final String REMEDY = "; write one with 'sss job ID --json > FILE'";

    /**
     * @param step name of the Map or of the Reduce, where the workflow has several
     * @throws SssException NOT_FOUND if the file cannot be read; INVALID_ARGUMENT if it has no job that the synthetic
     *     one can stand for
     */
    public static RealJob read(Path file, Optional<String> step) {
        String json;
        try {
            json = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no report of a job in " + file + REMEDY, e);
        } catch (IOException e) {
            throw new SssException(ErrorCode.NOT_FOUND, "cannot read the report of a job in " + file + ": " + e, e);
        }
        return of(workflow(file, json), step);
    }

    private static WorkflowReport workflow(Path file, String json) {
        try {
            return WorkflowReport.ofJson(json);
        } catch (SssException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, file + " is not the report of a job" + REMEDY, e);
        }
    }

    static RealJob of(WorkflowReport report, Optional<String> step) {
        List<RealJob> jobs = new ArrayList<>();
        for (JobReport reduce : report.jobs()) {
            report.jobs().stream()
                    .filter(map -> areMapAndReduce(map, reduce) && areNamed(step, map, reduce))
                    .forEach(map -> jobs.add(new RealJob(report.id(), map, reduce)));
        }
        if (jobs.size() != 1) {
            throw invalid("workflow " + report.id() + " has " + (jobs.isEmpty() ? "no" : "more than one")
                    + " Map whose only output is all that a Reduce reads"
                    + step.map(name -> ", one of them named '" + name + "'").orElse("")
                    + "; a synthetic job is a Map and a Reduce; choose one with --step NAME among "
                    + report.jobs().stream().map(RealJob::describe).collect(Collectors.joining(", ")));
        }
        checkHasRun(jobs.get(0).map);
        checkHasRun(jobs.get(0).reduce);
        return jobs.get(0);
    }

    private static boolean areMapAndReduce(JobReport map, JobReport reduce) {
        return map.kind() == JobReport.Kind.MAP
                && reduce.kind() == JobReport.Kind.REDUCE
                && map.outputs().size() == 1
                && map.outputs().equals(reduce.inputs());
    }

    private static boolean areNamed(Optional<String> step, JobReport map, JobReport reduce) {
        return step.isEmpty() || step.get().equals(map.name()) || step.get().equals(reduce.name());
    }

    private static String describe(JobReport job) {
        return job.name() + " (" + job.kind() + " from " + job.inputs() + " to " + job.outputs() + ")";
    }

    private static void checkHasRun(JobReport job) {
        if (job.state() != State.SUCCEEDED) {
            throw invalid("'" + job.name() + "' is " + job.state().name().toLowerCase(Locale.ROOT)
                    + "; take the report of one that has succeeded");
        }
        if (job.iterations() > 1) {
            throw invalid("'" + job.name() + "' ran " + job.iterations()
                    + " times in a loop: its time is that of all, its statistics are those of the last; limit the loop"
                    + " to one iteration");
        }
        if (job.statistics() == null || job.statistics().times() == null) {
            throw invalid("'" + job.name() + "' has no statistics, or none of its threads, as of a version that did"
                    + " not measure them; run it again");
        }
    }

    /**
     * The synthetic job with the same numbers: lengths are averages, and where the real job's are less than a synthetic
     * pair can have, the least.
     *
     * @throws SssException INVALID_ARGUMENT if the synthetic job cannot have them
     */
    public SyntheticConf conf() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("nodes", Integer.toString(nodes()));
        values.put("initialKeyCount", Long.toString(map.progress().tuplesIn()));
        values.put("initialValueLength", length(pairIn(), 1));
        values.put("mapoutKeyCount", Long.toString(map.progress().tuplesOut()));
        values.put("mapoutValueLength", length(pairEmitted(), leastMapoutValue()));
        values.put("mapoutUniqueKeyCount", Long.toString(keys()));
        values.put("reduceoutValueLength", length(outputOfKey(), 1));
        values.put("partitionMethod", PartitionMethod.HASH.label());
        values.put("combinerEnabled", Boolean.toString(combines()));
        try {
            return SyntheticConf.of(values);
        } catch (SssException e) {
            throw new SssException(
                    e.code(),
                    "jobs '" + map.name() + "' and '" + reduce.name() + "' of " + workflow
                            + " have numbers that a synthetic job cannot have; take a run of other input: "
                            + e.getMessage(),
                    e);
        }
    }

    private static String length(double pairBytes, int least) {
        return Long.toString(Math.max(least, Math.round(pairBytes) - Fit.KEY_BYTES));
    }

    private int leastMapoutValue() {
        return combines() ? SyntheticValues.HEADER_BYTES : 1;
    }

    /** What the synthetic job has otherwise than the real one, as far as the report states it. */
    public List<String> differences() {
        List<String> differences = new ArrayList<>();
        addIfShorter(differences, "initialValueLength", pairIn(), 1);
        addIfShorter(differences, "mapoutValueLength", pairEmitted(), leastMapoutValue());
        addIfShorter(differences, "reduceoutValueLength", outputOfKey(), 1);
        long read = sum(map.statistics().read(), JobStatistics.Size::tuples);
        if (read < map.progress().tuplesIn()) {
            differences.add("Input: the real Map reads a source, such as files; the synthetic one reads a group.");
        }
        long written = reduce.progress().tuplesOut();
        if (written != keys() || reduce.outputs().size() != 1) {
            differences.add("Output: the real Reduce writes " + written + " pairs of " + keys() + " keys to "
                    + reduce.outputs().size() + " groups; the synthetic one writes a pair of each key, with the bytes"
                    + " of all, to one.");
        }
        return differences;
    }

    private static void addIfShorter(List<String> differences, String name, double pairBytes, int least) {
        if (Math.round(pairBytes) < least + Fit.KEY_BYTES) {
            differences.add(String.format(
                    Locale.ROOT,
                    "%s is %d, the least: the real job's pairs have %.1f bytes with their keys, synthetic ones"
                            + " %d, %d of the key.",
                    name,
                    least,
                    pairBytes,
                    least + Fit.KEY_BYTES,
                    Fit.KEY_BYTES));
        }
    }

    private int nodes() {
        return (int) map.statistics().times().threads().stream()
                .mapToInt(JobStatistics.ThreadTimes::node)
                .distinct()
                .count();
    }

    private boolean combines() {
        return map.progress().tuplesCombined() > 0;
    }

    private double pairIn() {
        return average(map.progress().bytesIn(), map.progress().tuplesIn());
    }

    private double pairEmitted() {
        return average(map.progress().bytesOut(), map.progress().tuplesOut());
    }

    private double outputOfKey() {
        return average(reduce.progress().bytesOut(), keys());
    }

    private static double average(long bytes, long count) {
        return count == 0 ? 0 : (double) bytes / count;
    }

    /** Reduce is called once for each. */
    private long keys() {
        return reduce.statistics().times().threads().stream()
                .mapToLong(thread -> thread.run().calls())
                .sum();
    }

    /** Map and Reduce, without the submission of the workflow. */
    public double seconds() {
        return JobNumbers.seconds(map) + JobNumbers.seconds(reduce);
    }

    /** Of the fullest subgroup over the mean one, as {@link Fit#skew}. */
    public double skew() {
        return (double) reduce.statistics().largestTuples()
                * reduce.tasks()
                / reduce.statistics().readTuples();
    }

    /** As {@link JobNumbers#of}. */
    public Map<String, Double> numbers() {
        JobNumbers numbers = new JobNumbers();
        numbers.times("map", JobNumbers.seconds(map), JobNumbers.functionSeconds(map));
        numbers.times("reduce", JobNumbers.seconds(reduce), JobNumbers.functionSeconds(reduce));
        numbers.amount("in", map.progress().tuplesIn(), map.progress().bytesIn());
        numbers.amount("emitted", map.progress().tuplesOut(), map.progress().bytesOut());
        List<JobStatistics.Size> shuffled = map.statistics().written();
        numbers.amount(
                "shuffled", sum(shuffled, JobStatistics.Size::tuples), sum(shuffled, JobStatistics.Size::dataBytes));
        numbers.keys((double) keys());
        numbers.amount("out", reduce.progress().tuplesOut(), reduce.progress().bytesOut());
        return numbers.all();
    }

    private static long sum(List<JobStatistics.Size> sizes, ToLongFunction<JobStatistics.Size> of) {
        return sizes.stream().mapToLong(of).sum();
    }

    private static SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "the real job: " + what);
    }
}
