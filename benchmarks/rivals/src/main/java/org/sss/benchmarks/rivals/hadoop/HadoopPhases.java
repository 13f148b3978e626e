package org.sss.benchmarks.rivals.hadoop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * How long the jobs of a repetition took until their last map had ended, and from then on: reduces start then, and
 * fetch first what maps wrote; and how many bytes those were. The reports are asked for when the clock has stopped. One
 * thread.
 */
final class HadoopPhases {
    static final String SHUFFLED_BYTES = "shuffled_bytes";

    private static final double MILLIS_PER_SECOND = 1e3;

    private final List<Job> jobs = new ArrayList<>();

    void add(Job job) {
        jobs.add(job);
    }

    /** Of the jobs since the last call. */
    void addTo(Map<String, Double> details) throws Exception {
        long mapMillis = 0;
        long reduceMillis = 0;
        long shuffledBytes = 0;
        for (Job job : jobs) {
            long middle = Arrays.stream(job.getTaskReports(TaskType.MAP))
                    .mapToLong(TaskReport::getFinishTime)
                    .max()
                    .orElse(job.getFinishTime());
            mapMillis += middle - job.getStartTime();
            reduceMillis += job.getFinishTime() - middle;
            shuffledBytes += job.getCounters()
                    .findCounter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES)
                    .getValue();
        }
        jobs.clear();
        details.put("map_shuffle_s", mapMillis / MILLIS_PER_SECOND);
        details.put("reduce_s", reduceMillis / MILLIS_PER_SECOND);
        details.put(SHUFFLED_BYTES, (double) shuffledBytes);
    }
}
