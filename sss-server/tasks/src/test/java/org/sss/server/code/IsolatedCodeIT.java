package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.OutputStream;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntSupplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.MapJob;
import org.sss.api.SssException;
import org.sss.api.SssJob;
import org.sss.api.engine.JobBytes;
import org.sss.net.control.NestingLevel;

/** Jobs from jars that this JVM's class path does not have. */
class IsolatedCodeIT {
    private static final String PROGRAM = """
            package acme;
            import org.sss.api.*;
            public class Program implements SssJob {
                public Workflow define(String[] args) {
                    Workflow w = Workflow.named("w");
                    Helper helper = new Helper();
                    Tag tag = Tagged.class.getAnnotation(Tag.class);
                    w.map(TupleGroup.of("in", Codecs.LONG, Codecs.STRING), TupleGroup.of("out", Codecs.STRING, Codecs.LONG),
                            (key, value, out) -> out.emit(helper.twice(value) + tag.value(), key));
                    return w;
                }
                @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
                @interface Tag { String value(); }
                @Tag("tagged") static class Tagged { }
            }
            """;
    private static final String HELPER = """
            package acme;
            public class Helper implements java.io.Serializable {
                public String twice(String s) { return s + s; }
                public static ClassLoader loaderIn(java.util.concurrent.ForkJoinPool pool) throws Exception {
                    return pool.submit(() -> Thread.currentThread().getContextClassLoader()).get();
                }
                public static int depthIn(java.util.concurrent.ForkJoinPool pool, java.util.function.IntSupplier depth)
                        throws Exception {
                    return pool.submit(() -> depth.getAsInt()).get();
                }
                public static void main(String[] args) { System.exit(1); }
            }
            """;

    @TempDir
    private Path directory;

    private Path programJar;
    private Path helperJar;
    private byte[] functions;

    @BeforeEach
    void compile() throws Exception {
        Path sources = Files.createDirectories(directory.resolve("src/acme"));
        Files.writeString(sources.resolve("Program.java"), PROGRAM);
        Files.writeString(sources.resolve("Helper.java"), HELPER);
        Path classes = Files.createDirectories(directory.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        sources.resolve("Program.java").toString(),
                        sources.resolve("Helper.java").toString()))
                .isZero();
        programJar = jar(classes, "Program");
        helperJar = jar(classes, "Helper");
        functions = functions();
    }

    @Test
    void aJobRunsFromItsJarsAlone() {
        try (JobCode code = JobCode.isolated(List.of(programJar, helperJar))) {
            Job job = code.readJob(functions);
            Object mapper = ((MapJob<?, ?>) job).from().get(0).mapper();
            assertThat(mapper.getClass().getClassLoader()).isSameAs(code.loader());
            assertThat(job.name()).isEqualTo("map-1");
        }
    }

    @Test
    void classOfTheNodesLibrariesIsNotOfTheJob() {
        try (JobCode code = JobCode.isolated(List.of(programJar, helperJar))) {
            JobFilter filter = new JobFilter(code.loader(), 100);
            assertThat(filter.checkInput(of(code, "acme.Helper"))).isEqualTo(Status.ALLOWED);
            assertThat(filter.checkInput(of(code, "org.sss.api.Codecs"))).isEqualTo(Status.ALLOWED);
            assertThat(filter.checkInput(info(io.netty.buffer.ByteBuf.class))).isEqualTo(Status.REJECTED);
            assertThat(filter.refusal()).contains("class io.netty.buffer.ByteBuf is neither of the job nor");
            assertThatThrownBy(() -> of(code, NestingLevel.class.getName()))
                    .hasCauseInstanceOf(ClassNotFoundException.class);
        }
    }

    private static FilterInfo of(JobCode code, String name) {
        try {
            return info(code.loader().loadClass(name));
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static FilterInfo info(Class<?> type) {
        return new JobFilterTest.Info(type, -1, 1, 1, 1);
    }

    @Test
    void aMissingJarIsNamedByItsClassWithTheRemedy() {
        try (JobCode code = JobCode.isolated(List.of(programJar))) {
            SssException e = catchThrowableOfType(SssException.class, () -> code.readJob(functions));
            assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
            assertThat(e)
                    .hasMessageContaining("class acme.Helper is missing")
                    .hasMessageContaining("Workflow.addJar(path)");
        }
    }

    @Test
    void theServerAndItsLibrariesAreHiddenFromUserCode() throws Exception {
        try (JobCode code = JobCode.isolated(List.of())) {
            for (String hidden : List.of(
                    "org.sss.server.task.TaskRunner",
                    "org.sss.net.block.KeyHash",
                    "io.netty.buffer.ByteBuf",
                    "com.fasterxml.jackson.databind.ObjectMapper")) {
                assertThat(catchThrowableOfType(
                                ClassNotFoundException.class,
                                () -> code.loader().loadClass(hidden)))
                        .isNotNull();
            }
            assertThat(code.loader().loadClass("org.sss.api.Mapper")).isSameAs(org.sss.api.Mapper.class);
            assertThat(code.loader().loadClass("org.slf4j.Logger")).isSameAs(org.slf4j.Logger.class);
            assertThat(code.loader().loadClass("java.sql.Date").getName()).isEqualTo("java.sql.Date");
        }
    }

    @Test
    void aTaskThatSubmitsAWorkflowFindsTheJarsOfItsOwnClasses() throws Exception {
        try (JobCode code = JobCode.isolated(List.of(programJar, helperJar))) {
            for (String name : List.of("acme.Program", "acme.Helper")) {
                Path jar = name.equals("acme.Helper") ? helperJar : programJar;
                assertThat(code.loader()
                                .loadClass(name)
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation())
                        .isEqualTo(jar.toUri().toURL());
            }
        }
    }

    @Test
    void codeInAPoolOfTheWholeProcessIsThatOfItsJob() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1, new JobPoolThreads(), null, false);
        try (JobCode code = JobCode.isolated(List.of(helperJar));
                JobCode other = JobCode.isolated(List.of(helperJar))) {
            code.setWorkflow("wf-1", 2);
            Class<?> helper = code.loader().loadClass("acme.Helper");
            Class<?> others = other.loader().loadClass("acme.Helper");
            assertThat(helper.getMethod("loaderIn", ForkJoinPool.class).invoke(null, pool))
                    .isSameAs(code.loader());
            assertThat(others.getMethod("loaderIn", ForkJoinPool.class).invoke(null, pool))
                    .isSameAs(other.loader());
            assertThat(pool.submit(() -> Thread.currentThread().getContextClassLoader())
                            .get())
                    .isSameAs(JobPoolThreads.class.getClassLoader());
            IntSupplier depth = NestingLevel::ofCaller;
            assertThat(helper.getMethod("depthIn", ForkJoinPool.class, IntSupplier.class)
                            .invoke(null, pool, depth))
                    .isEqualTo(3);
            assertThat(pool.submit(NestingLevel::ofCaller).get()).isZero();
        } finally {
            pool.shutdown();
        }
    }

    /** As the client does: with the program on its own class path. */
    private byte[] functions() throws Exception {
        try (URLClassLoader client = new URLClassLoader(
                new java.net.URL[] {
                    programJar.toUri().toURL(), helperJar.toUri().toURL()
                },
                getClass().getClassLoader())) {
            SssJob program =
                    (SssJob) client.loadClass("acme.Program").getConstructor().newInstance();
            return JobBytes.write(program.define(new String[0]).jobs().get(0));
        }
    }

    private Path jar(Path classes, String prefix) throws IOException {
        Path jar = directory.resolve(prefix + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path path : all.filter(p -> p.getFileName().toString().startsWith(prefix))
                    .toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(path).toString()));
                Files.copy(path, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
