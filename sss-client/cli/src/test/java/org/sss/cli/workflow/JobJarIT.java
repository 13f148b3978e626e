package org.sss.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.cli.Main;

class JobJarIT {
    private static final String JOB = """
            public class One implements org.sss.api.SssJob {
                public org.sss.api.Workflow define(String[] args) {
                    return org.sss.api.Workflow.named(args[0]);
                }
                %s
            }
            """;
    /** Its lower byte in a class file. */
    private static final int MAJOR_VERSION = 7;

    private static final String OTHER = "public static class Two extends One { }";

    /** Another version of a library of SSS. */
    private static final String LIBRARY =
            "package org.apache.commons.cli; public class ParseException { public static String whose() { return "
                    + "\"own\"; } }";

    private static final String WITH_LIBRARY = """
            import org.apache.commons.cli.ParseException;
            import org.sss.api.*;
            public class Uses implements SssJob {
                public Workflow define(String[] args) {
                    Workflow workflow = Workflow.named(ParseException.whose());
                    workflow.map(TupleGroup.of("lines", Codecs.LONG, Codecs.STRING), TupleGroup.of("out", Codecs.STRING, Codecs.STRING),
                            (key, line, out) -> out.emit(line, ParseException.whose()));
                    return workflow;
                }
            }
            """;

    @TempDir
    Path directory;

    private static JobJarOptions job(String className) {
        return new JobJarOptions(className, List.of());
    }

    private static String sss(int code, String... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(Main.run(
                        arguments,
                        new ByteArrayOutputStream(),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false))
                .as("sss %s: %s", List.of(arguments), err)
                .isEqualTo(code);
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void librariesOfTheJobWinOverThoseOfSss() throws IOException {
        Path libraries = Files.createDirectory(directory.resolve("lib"));
        Path library = JobJars.of(libraries, "ParseException", LIBRARY, null);
        Path jar = JobJars.of(directory, "Uses", WITH_LIBRARY, null, library);
        try (JobJar open = JobJar.open(jar, new JobJarOptions(null, List.of(library)))) {
            Workflow workflow = open.workflow(List.of());
            assertThat(workflow.name()).isEqualTo("own");
            assertThat(workflow.jars()).containsExactly(library);
        }
        Path text = Files.writeString(directory.resolve("text"), "a line\n");
        Path out = directory.resolve("out.tsv");
        sss(
                0,
                "local",
                "run",
                jar.toString(),
                "--jars",
                libraries + "/*",
                "--import",
                "lines=" + text,
                "--export",
                "out=" + out);
        assertThat(out).hasContent("a line\town\n");
        assertThat(sss(1, "explain", jar.toString())).contains("whose");
    }

    @Test
    void explainsLibrariesThatCannotBeUsed() throws IOException {
        Path jar = JobJars.of(directory, "One", JOB.formatted(""), null);
        Path noJar = Files.writeString(directory.resolve("no.jar"), "text");
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertThat(sss(1, "explain", jar.toString(), "--jars", directory + "/nowhere.jar"))
                .contains("nowhere.jar' does not exist");
        assertThat(sss(1, "explain", jar.toString(), "--jars", jar + "," + noJar))
                .contains("no.jar' is not a jar");
        assertThat(sss(1, "explain", jar.toString(), "--jars", empty.toString()))
                .contains("has no class files", empty + "/*'");
        assertThat(sss(1, "explain", jar.toString(), "--jars", empty + "/*")).contains("has no file *.jar");
        assertThat(sss(1, "explain", jar.toString(), "--jars", jar + "/*")).contains("is not a directory");
        assertThat(sss(2, "explain", jar.toString(), "--jars", jar + ",")).contains("one of the names is empty");
    }

    @Test
    void findsTheOnlyJob() throws IOException {
        try (JobJar jar = JobJar.open(JobJars.of(directory, "One", JOB.formatted(""), null), job(null))) {
            assertThat(jar.workflow(List.of("hello")).name()).isEqualTo("hello");
        }
    }

    @Test
    void choosesTheMainClassOfSeveralJobs() throws IOException {
        try (JobJar jar = JobJar.open(JobJars.of(directory, "One", JOB.formatted(OTHER), "One"), job(null))) {
            assertThat(jar.workflow(List.of("main")).name()).isEqualTo("main");
        }
    }

    @Test
    void listsSeveralJobs() throws IOException {
        Path file = JobJars.of(directory, "One", JOB.formatted(OTHER), null);
        assertThatThrownBy(() -> JobJar.open(file, job(null)))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("': it has several jobs: [One, One$Two]")
                .hasMessageContaining("--class");
        assertThatThrownBy(() -> JobJar.open(file, job("Three")))
                .hasMessageContaining("it has no class Three; its jobs are [One, One$Two]");
        try (JobJar jar = JobJar.open(file, job("One$Two"))) {
            assertThat(jar.workflow(List.of("chosen")).name()).isEqualTo("chosen");
        }
    }

    @Test
    void rejectsAMissingClassAndAClassThatIsNotAJob() throws IOException {
        Path file = JobJars.of(directory, "Plain", "public class Plain { }", null);
        assertThatThrownBy(() -> JobJar.open(file, job(null)))
                .hasMessageContaining("has no public class that implements");
        assertThatThrownBy(() -> JobJar.open(file, job("Plain")))
                .hasMessageContaining("class Plain does not implement");
        assertThatThrownBy(() -> JobJar.open(file, job("Nowhere"))).hasMessageContaining("it has no class Nowhere");
    }

    @Test
    void rejectsAFileThatIsNotAJar() throws IOException {
        Path file = Files.writeString(directory.resolve("no.jar"), "text");
        assertThatThrownBy(() -> JobJar.open(file, job(null)))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("is not a jar");
        assertThatThrownBy(() -> JobJar.open(directory.resolve("none.jar"), job(null)))
                .hasMessageContaining("does not exist");
    }

    @Test
    void reportsAnExceptionOfDefineWithTheArguments() throws IOException {
        try (JobJar jar = JobJar.open(JobJars.of(directory, "One", JOB.formatted(""), null), job(null))) {
            assertThatThrownBy(() -> jar.workflow(List.of()))
                    .isInstanceOf(SssException.class)
                    .hasMessageContaining("failed to define its workflow")
                    .hasMessageContaining("[]")
                    .hasMessageContaining("at One.define(One.java:3)")
                    .hasMessageContaining("more arguments");
        }
    }

    @Test
    void rejectsAJobThatReturnsNoWorkflow() throws IOException {
        String source =
                "public class None implements org.sss.api.SssJob { public org.sss.api.Workflow define(String[] a) {"
                        + " return null; } }";
        try (JobJar jar = JobJar.open(JobJars.of(directory, "None", source, null), job(null))) {
            assertThatThrownBy(() -> jar.workflow(List.of()))
                    .isInstanceOf(SssException.class)
                    .hasMessageContaining("class None returned null");
        }
    }

    @Test
    void reportsAnErrorOfDefineLikeAnException() throws IOException {
        String source =
                "public class Bad implements org.sss.api.SssJob { public org.sss.api.Workflow define(String[] a) {"
                        + " throw new AssertionError(\"not yet\"); } }";
        try (JobJar jar = JobJar.open(JobJars.of(directory, "Bad", source, null), job(null))) {
            assertThatThrownBy(() -> jar.workflow(List.of()))
                    .isInstanceOf(SssException.class)
                    .hasMessageContaining("class Bad failed to define its workflow")
                    .hasMessageContaining("not yet");
        }
    }

    /** As if all libraries were unpacked into one jar, and one of them was signed. */
    @Test
    void explainsTheSignatureOfAnotherJar() throws Exception {
        Path jar = JobJars.of(directory, "One", JOB.formatted(""), "One");
        JobJars.addSignatureOf(JobJars.of(directory, "Two", JOB.formatted("").replace("One", "Two"), null), jar);
        assertThatThrownBy(() -> JobJar.open(jar, job(null)))
                .isInstanceOf(SssException.class)
                .hasMessageContaining(jar.toString())
                .hasMessageContaining("META-INF/*.SF");
        assertThatThrownBy(() -> JobJar.open(jar, job("One")))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("META-INF/*.SF");
    }

    @Test
    void explainsAJobCompiledForANewerJava() throws IOException {
        Path file = JobJars.of(directory, "One", JOB.formatted(""), null);
        Path newer = directory.resolve("newer.jar");
        JobJars.ofOneClass(newer, "One", bytes -> bytes[MAJOR_VERSION] = 99, file);
        assertThatThrownBy(() -> JobJar.open(newer, job(null)))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("cannot load class One")
                .hasMessageContaining("compiled for a newer Java");
        assertThatThrownBy(() -> JobJar.open(newer, job("One"))).hasMessageContaining("compiled for a newer Java");
    }
}
