package org.sss.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;

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

    @TempDir
    Path directory;

    @Test
    void findsTheOnlyJob() throws IOException {
        try (JobJar jar = JobJar.open(JobJars.of(directory, "One", JOB.formatted(""), null), null)) {
            assertThat(jar.workflow(List.of("hello")).name()).isEqualTo("hello");
        }
    }

    @Test
    void choosesTheMainClassOfSeveralJobs() throws IOException {
        try (JobJar jar = JobJar.open(JobJars.of(directory, "One", JOB.formatted(OTHER), "One"), null)) {
            assertThat(jar.workflow(List.of("main")).name()).isEqualTo("main");
        }
    }

    @Test
    void listsSeveralJobs() throws IOException {
        Path file = JobJars.of(directory, "One", JOB.formatted(OTHER), null);
        assertThatThrownBy(() -> JobJar.open(file, null)).isInstanceOf(SssException.class)
                .hasMessageContaining("': it has several jobs: [One, One$Two]").hasMessageContaining("--class");
        assertThatThrownBy(() -> JobJar.open(file, "Three"))
                .hasMessageContaining("it has no class Three; its jobs are [One, One$Two]");
        try (JobJar jar = JobJar.open(file, "One$Two")) {
            assertThat(jar.workflow(List.of("chosen")).name()).isEqualTo("chosen");
        }
    }

    @Test
    void rejectsAMissingClassAndAClassThatIsNotAJob() throws IOException {
        Path file = JobJars.of(directory, "Plain", "public class Plain { }", null);
        assertThatThrownBy(() -> JobJar.open(file, null)).hasMessageContaining("has no public class that implements");
        assertThatThrownBy(() -> JobJar.open(file, "Plain")).hasMessageContaining("class Plain does not implement");
        assertThatThrownBy(() -> JobJar.open(file, "Nowhere")).hasMessageContaining("it has no class Nowhere");
    }

    @Test
    void rejectsAFileThatIsNotAJar() throws IOException {
        Path file = Files.writeString(directory.resolve("no.jar"), "text");
        assertThatThrownBy(() -> JobJar.open(file, null)).isInstanceOf(SssException.class).hasMessageContaining("is not a jar");
        assertThatThrownBy(() -> JobJar.open(directory.resolve("none.jar"), null)).hasMessageContaining("does not exist");
    }

    @Test
    void reportsAnExceptionOfDefineWithTheArguments() throws IOException {
        try (JobJar jar = JobJar.open(JobJars.of(directory, "One", JOB.formatted(""), null), null)) {
            assertThatThrownBy(() -> jar.workflow(List.of())).isInstanceOf(SssException.class)
                    .hasMessageContaining("failed to define its workflow").hasMessageContaining("[]")
                    .hasMessageContaining("at One.define(One.java:3)").hasMessageContaining("more arguments");
        }
    }

    @Test
    void rejectsAJobThatReturnsNoWorkflow() throws IOException {
        String source = "public class None implements org.sss.api.SssJob { public org.sss.api.Workflow define(String[] a) {"
                + " return null; } }";
        try (JobJar jar = JobJar.open(JobJars.of(directory, "None", source, null), null)) {
            assertThatThrownBy(() -> jar.workflow(List.of())).isInstanceOf(SssException.class)
                    .hasMessageContaining("class None returned null");
        }
    }

    @Test
    void reportsAnErrorOfDefineLikeAnException() throws IOException {
        String source = "public class Bad implements org.sss.api.SssJob { public org.sss.api.Workflow define(String[] a) {"
                + " throw new AssertionError(\"not yet\"); } }";
        try (JobJar jar = JobJar.open(JobJars.of(directory, "Bad", source, null), null)) {
            assertThatThrownBy(() -> jar.workflow(List.of())).isInstanceOf(SssException.class)
                    .hasMessageContaining("class Bad failed to define its workflow").hasMessageContaining("not yet");
        }
    }

    /** As if all libraries were unpacked into one jar, and one of them was signed. */
    @Test
    void explainsTheSignatureOfAnotherJar() throws Exception {
        Path jar = JobJars.of(directory, "One", JOB.formatted(""), "One");
        JobJars.addSignatureOf(JobJars.of(directory, "Two", JOB.formatted("").replace("One", "Two"), null), jar);
        assertThatThrownBy(() -> JobJar.open(jar, null)).isInstanceOf(SssException.class)
                .hasMessageContaining(jar.toString()).hasMessageContaining("META-INF/*.SF");
        assertThatThrownBy(() -> JobJar.open(jar, "One")).isInstanceOf(SssException.class).hasMessageContaining("META-INF/*.SF");
    }

    @Test
    void explainsAJobCompiledForANewerJava() throws IOException {
        Path file = JobJars.of(directory, "One", JOB.formatted(""), null);
        Path newer = directory.resolve("newer.jar");
        JobJars.ofOneClass(newer, "One", bytes -> bytes[MAJOR_VERSION] = 99, file);
        assertThatThrownBy(() -> JobJar.open(newer, null)).isInstanceOf(SssException.class)
                .hasMessageContaining("cannot load class One").hasMessageContaining("compiled for a newer Java");
        assertThatThrownBy(() -> JobJar.open(newer, "One")).hasMessageContaining("compiled for a newer Java");
    }
}
