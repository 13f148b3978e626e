package org.sss.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.spark.CountWords;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/guide/spark.md, with {@code sss-spark-all.jar}: Spark has nothing else of SSS. */
class SubmitIT {
    private static final Path ALL = Path.of("target/sss-spark-all.jar").toAbsolutePath();
    /** A directory where Spark is unpacked; empty for its jars of this build. */
    private static final String SPARK_HOME = System.getProperty("test.sparkHome", "");

    @TempDir
    Path directory;

    private Path app;

    private record Result(int status, String text) {}

    @BeforeEach
    void packTheJob() throws IOException {
        app = directory.resolve("app.jar");
        String file = CountWords.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(app));
                InputStream code = CountWords.class.getClassLoader().getResourceAsStream(file)) {
            jar.putNextEntry(new JarEntry(file));
            code.transferTo(jar);
        }
        Files.writeString(directory.resolve("text"), "to be or not to be\nthat is the question\n");
    }

    private List<String> sparkSubmit() {
        if (!SPARK_HOME.isEmpty()) {
            return List.of(Path.of(SPARK_HOME, "bin", "spark-submit").toString());
        }
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String jars = Stream.of(path.split(File.pathSeparator))
                .filter(entry -> !entry.contains("/target/"))
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        Stream.of(System.getProperty("test.opens", "").split(" "))
                .filter(option -> !option.isEmpty())
                .forEach(command::add);
        command.addAll(List.of("-cp", jars, "org.apache.spark.deploy.SparkSubmit"));
        return command;
    }

    private Result submit(String main, String... args) throws Exception {
        List<String> command = new ArrayList<>(sparkSubmit());
        command.addAll(List.of("--master", "local[2]", "--conf", "spark.ui.enabled=false"));
        command.addAll(List.of(
                "--class",
                main,
                ALL.toString(),
                "--store",
                directory.resolve("store").toString()));
        command.addAll(List.of(args));
        Path out = directory.resolve("out");
        Path log = directory.resolve("log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(log.toFile());
        if (!SPARK_HOME.isEmpty()) {
            builder.environment().put("SPARK_HOME", SPARK_HOME);
        }
        Process process = builder.start();
        int status = process.waitFor();
        String text = Files.readString(out);
        return new Result(status, status == 0 ? text : text + Files.readString(log));
    }

    @Test
    void theCommandsOfTheGuideCountWords() throws Exception {
        Result run = submit(
                "org.sss.spark.Run",
                app.toString(),
                directory.resolve("text").toString(),
                "counts",
                "--subgroups",
                "4");
        assertThat(run.status()).as(run.text()).isZero();
        assertThat(run.text()).contains("job 'map-1'").contains("words = 10").contains("SUCCEEDED");

        assertThat(submit("org.sss.spark.Groups").text()).contains("counts\tstring\tlong\t8 tuples\t");
        assertThat(submit("org.sss.spark.Groups", "counts").text().lines())
                .containsExactly("be\t2", "is\t1", "not\t1", "or\t1", "question\t1", "that\t1", "the\t1", "to\t2");

        Result again = submit(
                "org.sss.spark.Run", app.toString(), directory.resolve("text").toString(), "counts");
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.text()).contains("group 'counts' exists already");
    }

    @Test
    void wrongUsageHasStatusTwo() throws Exception {
        Result run = submit("org.sss.spark.Run");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.text()).contains("the jar with the job is missing").contains("usage: spark-submit");
    }
}
