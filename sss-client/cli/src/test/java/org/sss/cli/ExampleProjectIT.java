package org.sss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds {@code examples/wordcount} outside of this tree with the Maven that builds SSS, and runs its jar. Maven finds
 * the jars of SSS as after {@code mvn install}, but in a local repository of this test, which links to the user's
 * repository.
 */
class ExampleProjectIT {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();
    /** Such as sss-client/cli. */
    private static final int MAX_MODULE_DEPTH = 2;

    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");
    private static final Pattern JAR = Pattern.compile("(sss(?:-[a-z]+)*)-(\\d.*)\\.jar");

    @TempDir
    Path directory;

    @Test
    void exampleIsBuiltByMavenAndItsJarRuns() throws Exception {
        Path project = directory.resolve("wordcount");
        copy(ROOT.resolve("examples/wordcount"), project);
        Path repository = localRepository();

        String output = maven(project, "-B", "-Dmaven.repo.local=" + repository, "package");

        assertThat(output).contains("Tests run: 1, Failures: 0");
        Path text = Files.writeString(directory.resolve("text"), "to be or not to be\n");
        Path counts = directory.resolve("counts");
        sss(
                "local",
                "run",
                project.resolve("target/wordcount-1.0.jar").toString(),
                "lines",
                "counts",
                "--import",
                "lines=" + text,
                "--export",
                "counts=" + counts);
        assertThat(counts).hasContent("be\t2\nnot\t1\nor\t1\nto\t2\n");
    }

    /** Artifacts missing from the user's repository are downloaded into it, through the links. */
    private Path localRepository() throws IOException {
        Path users = Path.of(System.getProperty(
                "test.localRepository",
                Path.of(System.getProperty("user.home"), ".m2/repository").toString()));
        Path repository = empty(Path.of("target/example-repository").toAbsolutePath());
        link(users, repository, Set.of("org"));
        link(users.resolve("org"), Files.createDirectory(repository.resolve("org")), Set.of("sss"));
        Path sss = Files.createDirectory(repository.resolve("org/sss"));
        String version = null;
        for (Path jar : list(Path.of("target/dist/lib"))) {
            Matcher name = JAR.matcher(jar.getFileName().toString());
            if (name.matches()) {
                version = name.group(2);
                install(sss, name.group(1), version, "jar", jar);
            }
        }
        assertThat(version).as("version of the jars of SSS in target/dist/lib").isNotNull();
        for (Path pom : poms()) {
            install(sss, artifact(pom), version, "pom", pom);
        }
        return repository;
    }

    /** Of all modules and their parents. */
    private static List<Path> poms() throws IOException {
        try (Stream<Path> directories = Files.walk(ROOT, MAX_MODULE_DEPTH)) {
            return directories
                    .filter(directory -> !directory.startsWith(ROOT.resolve("examples")))
                    .map(directory -> directory.resolve("pom.xml"))
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }

    private static String artifact(Path pom) throws IOException {
        String text = Files.readString(pom);
        Matcher name = ARTIFACT.matcher(text.substring(Math.max(0, text.indexOf("</parent>"))));
        assertThat(name.find()).as("%s has an artifactId", pom).isTrue();
        return name.group(1);
    }

    /** Deletes the links and copies of an earlier run. Not a temporary directory of JUnit, which warns of each link. */
    private static Path empty(Path repository) throws IOException {
        if (Files.exists(repository)) {
            try (Stream<Path> all = Files.walk(repository)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        return Files.createDirectories(repository);
    }

    private static void install(Path sss, String artifact, String version, String type, Path file) throws IOException {
        Path place = Files.createDirectories(sss.resolve(artifact).resolve(version));
        Files.copy(file, place.resolve(artifact + "-" + version + "." + type));
    }

    private static void link(Path from, Path to, Set<String> except) throws IOException {
        for (Path entry : list(from)) {
            if (!except.contains(entry.getFileName().toString())) {
                Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
            }
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(file -> !from.relativize(file).startsWith("target"))
                    .toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private String maven(Path project, String... arguments) throws IOException, InterruptedException {
        String home = System.getProperty("test.mavenHome");
        Path log = directory.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(home == null ? "mvn" : home + "/bin/mvn");
        builder.command().addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String output = Files.readString(log, StandardCharsets.UTF_8);
        assertThat(ended).as("mvn ended within 5 minutes: %s", output).isTrue();
        assertThat(process.exitValue())
                .as("mvn %s: %s", List.of(arguments), output)
                .isZero();
        return output;
    }

    private static void sss(String... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                arguments, new ByteArrayOutputStream(), new PrintStream(err, true, StandardCharsets.UTF_8), false);
        assertThat(code).as("sss %s: %s", List.of(arguments), err).isZero();
    }
}
