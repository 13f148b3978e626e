package org.sss.benchmarks.rivals.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.benchmarks.programs.TinyJobs;
import scala.Tuple2;

/** Jobs of one record, one after the other. The answer stays in memory. */
final class SparkEmptyJobs implements SparkPrograms.Task {
    private final JavaSparkContext spark;
    private final int jobs;
    private List<Tuple2<String, Long>> answer;

    SparkEmptyJobs(JavaSparkContext spark, int jobs) {
        this.spark = spark;
        this.jobs = jobs;
    }

    @Override
    public Map<String, Double> run(Path output) throws Exception {
        return TinyJobs.run(
                jobs,
                () -> answer = spark.parallelize(List.of(TinyJobs.WORD), 1)
                        .mapToPair(word -> new Tuple2<>(word, 1L))
                        .reduceByKey(Long::sum, 1)
                        .collect());
    }

    @Override
    public String digest(Path output) {
        LineDigest lines = new LineDigest();
        answer.forEach(pair -> lines.add(pair._1 + "\t" + pair._2));
        return TinyJobs.answer(lines.digest());
    }
}
