package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of Spark and Hadoop, which the usual build does not compile, as their libraries are not there. */
class RivalSourcesIT {
    private static final Path BENCHMARKS = Files.isDirectory(Path.of("rivals")) ? Path.of("") : Path.of("benchmarks");
    private static final Pattern LOCATION =
            Pattern.compile("location: +(?:class|interface|variable \\w+ of type) ([\\w.]+)");

    @TempDir
    Path out;

    @Test
    void membersThatTheRivalsUseAreThere() throws IOException {
        List<Path> rivals = sources();
        assertThat(rivals).hasSizeGreaterThan(10);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(errors, Locale.ROOT, null)) {
            compiler.getTask(
                            null,
                            files,
                            errors,
                            List.of(
                                    "-proc:none",
                                    "-XDshould-stop.ifError=FLOW",
                                    "-Xmaxerrs",
                                    "10000",
                                    "-d",
                                    out.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjectsFromPaths(rivals))
                    .call();
        }
        assertThat(errors.getDiagnostics().stream()
                        .map(error -> error.getMessage(Locale.ROOT))
                        .filter(RivalSourcesIT::isOfBenchmarks)
                        .map(text -> text.replace('\n', ' ')))
                .as("members of classes of the benchmarks that are missing")
                .isEmpty();
    }

    private static boolean isOfBenchmarks(String error) {
        Matcher location = LOCATION.matcher(error);
        return location.find()
                && location.group(1).startsWith("org.sss.")
                && !location.group(1).startsWith("org.sss.benchmarks.rivals.");
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(BENCHMARKS.resolve("rivals/src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
