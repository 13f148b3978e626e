package org.sss.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.benchmarks.measure.Heap;

/**
 * Spark in one JVM with a thread for each processor, its fastest form on one machine; with parameter {@code processes}
 * as a cluster whose executors are processes that share the heap of the workload. Kryo, the parallel collector, its own
 * defaults otherwise. One thread at a time.
 */
public final class SparkRival extends Rival {
    static final RivalLibrary LIBRARY = new RivalLibrary("spark", "4.1.0");
    /** What Spark's launcher opens for Java 17. */
    private static final List<String> OPENED = List.of(
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.net",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic",
            "java.base/jdk.internal.ref",
            "java.base/sun.nio.ch",
            "java.base/sun.nio.cs",
            "java.base/sun.security.action",
            "java.base/sun.util.calendar");

    public SparkRival() {
        super(LIBRARY, "org.sss.benchmarks.rivals.spark.SparkPrograms");
    }

    /** Jobs of one record would measure how long Hadoop starts processes. */
    @Override
    boolean knows(String workload) {
        return workload.equals("empty-jobs") || super.knows(workload);
    }

    @Override
    List<String> javaOptions(Workload workload) {
        List<String> options = new ArrayList<>(Stream.concat(
                        Stream.of(
                                "-XX:+UseParallelGC",
                                "-XX:+IgnoreUnrecognizedVMOptions",
                                "-Dio.netty.tryReflectionSetAccessible=true",
                                "-Djdk.reflect.useDirectMethodHandle=false"),
                        OPENED.stream().map(module -> "--add-opens=" + module + "=ALL-UNNAMED"))
                .toList());
        options.add((workload.parameters().containsKey("processes") ? Heap.OF_COORDINATOR : workload.heap()).option());
        return options;
    }

    /** Workers of a cluster look for jars here, and keep the files of their executors here. */
    @Override
    Map<String, String> environment(Path directory) throws IOException {
        Path home = directory.resolve("spark-home").toAbsolutePath();
        Files.createDirectories(home.resolve("jars"));
        return Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.13", "SPARK_LOCAL_IP", "127.0.0.1");
    }
}
