package org.sss.spark.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** One Spark for all tests of the process, with two threads. Thread-safe. */
public final class TestSpark {
    private static JavaSparkContext context;

    private TestSpark() {}

    public static synchronized JavaSparkContext context() {
        if (context == null) {
            context = start("local[2]");
        }
        return context;
    }

    /** @param master such as {@code local[2, 4]}, which runs a task up to four times */
    public static JavaSparkContext start(String master) {
        return new JavaSparkContext(new SparkConf()
                .setMaster(master)
                .setAppName("sss-spark tests")
                .set("spark.ui.enabled", "false")
                .set("spark.local.dir", directory("spark").toString())
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1"));
    }

    /** Stops the context of all, so that another one can start. */
    public static synchronized void stop() {
        if (context != null) {
            context.stop();
            context = null;
        }
    }

    public static Path directory(String name) {
        try {
            Path parent = Files.createDirectories(Path.of("target").toAbsolutePath());
            return Files.createTempDirectory(parent, name + "-");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
