package org.sss.spark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.api.java.JavaSparkContext;
import org.sss.spark.testing.TestSpark;

/** A driver that ends when it writes a {@code group.json.tmp}: all files are written, and nothing is committed. */
public final class DyingDriver {
    static final int STATUS = 9;

    private DyingDriver() {}

    static List<String> command(Path directory) {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(opens());
        command.addAll(List.of("-cp", path, DyingDriver.class.getName(), directory.toString()));
        return command;
    }

    /** Options of Java with what Spark's launcher opens. */
    static List<String> opens() {
        return Stream.of(System.getProperty("test.opens", "").split(" "))
                .filter(option -> !option.isEmpty())
                .toList();
    }

    /** Local files under another scheme. */
    public static final class DyingFiles extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("dying:///");
        }

        @Override
        public String getScheme() {
            return "dying";
        }

        @Override
        public FSDataOutputStream create(
                org.apache.hadoop.fs.Path file,
                boolean overwrite,
                int bufferSize,
                short replication,
                long blockSize,
                Progressable progress)
                throws IOException {
            if (file.getName().equals("group.json.tmp")) {
                Runtime.getRuntime().halt(STATUS);
            }
            return super.create(file, overwrite, bufferSize, replication, blockSize, progress);
        }
    }

    public static void main(String[] args) {
        Path directory = Path.of(args[0]);
        try (JavaSparkContext spark = TestSpark.start("local[2]")) {
            spark.hadoopConfiguration().set("fs.dying.impl", DyingFiles.class.getName());
            SparkRunner.run(
                    FaultsIT.workflow(directory, FaultsIT.Fault.NONE),
                    spark,
                    SparkOptions.store("dying://" + directory.resolve("store")).withSubgroups(4));
        }
    }
}
