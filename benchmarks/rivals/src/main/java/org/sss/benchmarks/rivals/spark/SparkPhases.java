package org.sss.benchmarks.rivals.spark;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.StageInfo;
import scala.jdk.javaapi.CollectionConverters;

/**
 * How long jobs took until their last stage started, and from then on: what SSS reports as Map with shuffle, and
 * Reduce. A job of one stage has no shuffle and counts as Map. Spark calls it from a thread of its own. Thread-safe.
 */
final class SparkPhases extends SparkListener {
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Map<Integer, SparkListenerJobStart> jobs = new HashMap<>();
    private final Map<Integer, Long> startMillis = new HashMap<>();
    private long mapMillis;
    private long reduceMillis;

    @Override
    public synchronized void onJobStart(SparkListenerJobStart job) {
        jobs.put(job.jobId(), job);
    }

    @Override
    public synchronized void onStageSubmitted(SparkListenerStageSubmitted stage) {
        startMillis.put(stage.stageInfo().stageId(), (Long)
                stage.stageInfo().submissionTime().get());
    }

    @Override
    public synchronized void onJobEnd(SparkListenerJobEnd job) {
        SparkListenerJobStart start = jobs.remove(job.jobId());
        int last = CollectionConverters.asJava(start.stageInfos()).stream()
                .mapToInt(StageInfo::stageId)
                .max()
                .orElse(-1);
        long middle = start.stageInfos().size() > 1 ? startMillis.getOrDefault(last, job.time()) : job.time();
        mapMillis += middle - start.time();
        reduceMillis += job.time() - middle;
    }

    /** Of the jobs since the last call. */
    synchronized void addTo(Map<String, Double> details) {
        details.put("map_shuffle_s", mapMillis / MILLIS_PER_SECOND);
        details.put("reduce_s", reduceMillis / MILLIS_PER_SECOND);
        forget();
    }

    private void forget() {
        mapMillis = 0;
        reduceMillis = 0;
        startMillis.clear();
    }
}
