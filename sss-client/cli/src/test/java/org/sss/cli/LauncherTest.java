package org.sss.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code sss}, with a Java that shows its environment and arguments. */
class LauncherTest {
    @TempDir
    Path directory;

    private Path launcher;

    @BeforeEach
    void copy() throws IOException {
        launcher = Files.copy(Path.of("../../sss"), directory.resolve("sss"));
        Path jars = Files.createDirectories(directory.resolve("sss-client/cli/target/dist/lib"));
        Files.writeString(jars.resolve("sss-cli-1.jar"), "");
        Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                for option in "$@"; do
                    case $option in
                        -XX:ArchiveClassesAtExit=*) echo classes > "${option#*=}" ;;
                    esac
                done
                printf '%s\\n' "$LC_ALL" "$@"
                """);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    }

    @Test
    void javaRunsInAUtf8LocaleWhateverTheCallersLocale() throws Exception {
        for (String locale : List.of("xx_XX.UTF-8", "xx_XX.ISO-8859-1", "C", "POSIX", "")) {
            assertThat(sss(locale, "group", "get", "g", "k").get(0)).as(locale).matches("(C|en_US)\\.UTF-8");
        }
    }

    @Test
    void argumentsArePassedUnchanged() throws Exception {
        List<String> output = sss("xx_XX.UTF-8", "group", "get", "n\u00f6", "a b", "");
        assertThat(output.subList(output.size() - 5, output.size()))
                .containsExactly("group", "get", "n\u00f6", "a b", "");
    }

    @Test
    void releaseArchiveRunsTheJarsInItsLib() throws Exception {
        Path release = directory.resolve("release");
        Path lib = Files.createDirectories(release.resolve("lib"));
        Files.writeString(lib.resolve("sss-cli-1.jar"), "");
        Files.createDirectories(release.resolve("bin"));
        for (String place : List.of("sss", "bin/sss")) {
            launcher = Files.copy(Path.of("../../sss"), release.resolve(place));
            for (String command : List.of("group", "bench")) {
                assertThat(sss("C", command))
                        .as(place)
                        .containsSubsequence("-cp", lib + "/sss-cli-1.jar", "org.sss.cli.Main", command);
            }
        }
    }

    @Test
    void sourceTreeRunsTheJarsOfItsBuild() throws Exception {
        assertThat(sss("C", "group"))
                .containsSubsequence(
                        "-cp",
                        directory + "/sss-client/cli/target/dist/lib/sss-cli-1.jar",
                        "org.sss.cli.Main",
                        "group");
    }

    @Test
    void anArchiveOfClassesIsUsedAfterTheTimesOfAllFilesHaveChanged() throws Exception {
        Path jars = directory.resolve("sss-client/cli/target/dist/lib");
        Files.writeString(jars.resolve("other-1.jar"), "content");
        makeArchive();
        assertThat(sss("C", "group")).contains(useOfArchive());
        FileTime time = Files.getLastModifiedTime(jars.resolve("other-1.jar"));
        for (String jar : List.of("other-1.jar", "sss-cli-1.jar")) {
            Files.setLastModifiedTime(jars.resolve(jar), FileTime.from(Instant.now()));
        }
        assertThat(sss("C", "group")).contains(useOfArchive());
        assertThat(Files.getLastModifiedTime(jars.resolve("other-1.jar")))
                .as("Java compares it")
                .isEqualTo(time);
    }

    @Test
    void anArchiveOfOtherClassesIsNotUsed() throws Exception {
        Path jar = directory.resolve("sss-client/cli/target/dist/lib/sss-cli-1.jar");
        Files.writeString(jar, "one");
        makeArchive();
        Files.writeString(jar, "two");
        assertThat(sss("C", "group")).doesNotContain(useOfArchive());
    }

    @Test
    void anArchiveIsMadeAgainForAnotherJava() throws Exception {
        makeArchive();
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"17.0.2\"\n");
        assertThat(sss("C", "group")).doesNotContain(useOfArchive());
        sss("C", Map.of(), "group");
        Path list = directory.resolve("sss-client/cli/target/dist/classes.jsa.list");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Files.exists(list) && Files.readString(list).contains("17.0.2"));
        assertThat(sss("C", "group")).contains(useOfArchive());
    }

    private void makeArchive() throws Exception {
        sss("C", Map.of("SSS_MAKE_ARCHIVE", "yes"), "group");
    }

    private String useOfArchive() {
        return "-XX:SharedArchiveFile=" + directory + "/sss-client/cli/target/dist/classes.jsa";
    }

    private List<String> sss(String locale, String... args) throws IOException, InterruptedException {
        return sss(locale, Map.of("SSS_CLASS_ARCHIVE", "no"), args);
    }

    private List<String> sss(String locale, Map<String, String> environment, String... args)
            throws IOException, InterruptedException {
        // The arguments are in a file, as the Java of this test may not be able to write them.
        StringBuilder script = new StringBuilder("exec bash " + launcher);
        for (String arg : args) {
            script.append(" '").append(arg).append("'");
        }
        Path file = Files.writeString(directory.resolve("script"), script);
        ProcessBuilder builder =
                new ProcessBuilder("sh", file.toString()).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("SSS_"));
        builder.environment().put("LC_ALL", locale);
        builder.environment().putAll(environment);
        builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
        Process process = builder.start();
        byte[] output = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return new String(output, StandardCharsets.UTF_8).lines().toList();
    }
}
