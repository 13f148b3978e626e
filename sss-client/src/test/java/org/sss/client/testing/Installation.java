package org.sss.client.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory with the launcher and the jars of this build, and an empty {@code ext}, for tests of connectors: the
 * working directory of such a test is that of its module, in {@code connectors}. One thread.
 */
public final class Installation implements AutoCloseable {
    private static final Path ROOT = Path.of("../..");
    private static final int PATIENCE_SECONDS = 180;

    private final Path home;
    private final Map<String, String> environment = new HashMap<>();

    private Installation(Path home) {
        this.home = home;
        environment.put("SSS_HEAP", "256m");
        environment.put("SSS_CLASS_ARCHIVE", "no");
        environment.put("XDG_CONFIG_HOME", home.resolve("config").toString());
    }

    /** @param archive packed connector, which is copied there and not unpacked */
    public static Installation in(Path home, Path archive) throws IOException {
        Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(home.resolve("ext"));
        try (Stream<Path> jars = Files.list(ROOT.resolve("sss-client/cli/target/dist/lib"))) {
            for (Path jar : jars.toList()) {
                copy(jar, home.resolve("lib"));
            }
        }
        copy(ROOT.resolve("sss"), home);
        copy(archive, home);
        return new Installation(home);
    }

    private static void copy(Path file, Path directory) throws IOException {
        Files.copy(file, directory.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** What a command has printed on both of its streams, and its exit status. */
    public record Ran(int code, String output) {}

    /** Runs a command of a shell in the directory. */
    public Ran run(String command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(home, "output", "");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().remove("SSS_CLUSTER");
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as(command)
                .isTrue();
        return new Ran(process.exitValue(), Files.readString(output));
    }

    /** Runs a command that has to succeed, and returns its output. */
    public String ok(String command) throws IOException, InterruptedException {
        Ran ran = run(command);
        assertThat(ran.code()).as("%s: %s", command, ran.output()).isZero();
        return ran.output();
    }

    /** Starts a cluster of two nodes, which later commands use. */
    public void startCluster(String launcher) throws IOException, InterruptedException {
        String json = ok(launcher + " cluster start --nodes 2 --dir cluster --port 0 --json");
        Matcher address = Pattern.compile("\"cluster\"\\s*:\\s*\"([^\"]+)\"").matcher(json);
        assertThat(address.find()).as(json).isTrue();
        environment.put("SSS_CLUSTER", address.group(1));
    }

    /** Lines of the shell blocks of a page of the guide, without comments. */
    public static List<String> commands(String page) throws IOException {
        Matcher blocks = Pattern.compile("(?s)```sh\n(.*?)```")
                .matcher(Files.readString(ROOT.resolve("docs/guide").resolve(page)));
        List<String> commands = new ArrayList<>();
        while (blocks.find()) {
            blocks.group(1).lines().map(line -> line.replaceFirst(" +#.*", "")).forEach(commands::add);
        }
        assertThat(commands).hasSizeGreaterThan(6);
        return commands;
    }

    /** Stops the cluster. */
    @Override
    public void close() throws IOException {
        try {
            run("./sss cluster stop --dir cluster");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while stopping the cluster", e);
        }
    }
}
