package org.sss.cli.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.net.auth.Token;
import org.sss.net.testing.FreePorts;
import org.sss.net.testing.LauncherClassPath;

/**
 * Secrets of tokens are in token files and nowhere else: not in outputs, logs, other files, command lines or
 * environments.
 */
class TokensStaySecretIT {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final Pattern TOKEN = Pattern.compile("sss1\\.[0-9a-f]{32}\\.[0-9a-f]{8}\\.[A-Za-z0-9_-]{43}");

    @TempDir
    private Path temporary;

    private Process node;
    private final StringBuilder printed = new StringBuilder();
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void stop() {
        if (node != null) {
            node.destroy();
        }
    }

    @Test
    void ofAClusterWithTlsAtTheMostDetailedLogLevel() throws Exception {
        List<Integer> ports = FreePorts.take(2);
        Path security = temporary.resolve("admin");
        Path mine = security.resolve("admin.token");
        assertThat(run(
                        temporary.resolve("none"),
                        "security",
                        "init",
                        "--dir",
                        security.toString(),
                        "--node-dir",
                        temporary.resolve("security").toString()))
                .isZero();
        assertThat(run(
                        mine,
                        "security",
                        "token",
                        "--role",
                        "read",
                        "--dir",
                        security.toString(),
                        "--output-file",
                        temporary.resolve("read.token").toString()))
                .isZero();
        Token unknown = Token.random(Files.readString(security.resolve("realm")).strip());
        Path wrong = privateFile(
                "wrong.token",
                Files.readString(temporary.resolve("read.token")).replaceFirst("(?m)^sss1.*$", unknown.text()));
        Path damaged = privateFile("damaged.token", Files.readString(wrong).replaceFirst("(?m)^(sss1.*)$", "$1="));
        Path log = startNode(temporary.resolve("security"), ports);

        String address = "127.0.0.1:" + ports.get(0);
        assertThat(run(mine, "cluster", "status", "--verbose", "--cluster", address))
                .isZero();
        assertThat(run(mine, "security", "list", "--json", "--dir", security.toString()))
                .isZero();
        Path lines = Files.writeString(temporary.resolve("lines"), "a\nb\n");
        assertThat(run(mine, "group", "import", "lines", lines.toString(), "--cluster", address))
                .isZero();
        assertThat(run(mine, "stream", "--map", "env", "--input", "lines", "--output", "out", "--cluster", address))
                .isZero();
        assertThat(run(mine, "group", "export", "out", "-", "--cluster", address))
                .isZero();
        assertThat(run(temporary.resolve("read.token"), "group", "rm", "lines", "--verbose", "--cluster", address))
                .isOne();
        assertThat(run(wrong, "group", "ls", "--verbose", "--cluster", address)).isOne();
        assertThat(run(damaged, "group", "ls", "--verbose", "--cluster", address))
                .isOne();
        node.destroy();
        node.waitFor();

        seen.add(printed.toString());
        assertThat(printed.toString())
                .contains("does not know the token " + unknown.id(), "line 1: a line is not a token");
        assertThat(Files.readString(log)).contains("DEBUG", "does not know the token " + unknown.id());
        addFiles();
        assertThat(secrets())
                .hasSizeGreaterThan(3)
                .allSatisfy(secret -> assertThat(seen).noneMatch(text -> text.contains(secret)));
    }

    /**
     * What the tests of all modules have printed before this one. Secrets are random, so tokens are recognised by their
     * form.
     */
    @Test
    void ofAllTests() throws IOException {
        Path root = Path.of("../..").toRealPath();
        int searched = 0;
        for (String module : List.of(
                "sss-net/transport",
                "sss-net/protocol",
                "sss-server/security",
                "sss-server/coordinator",
                "sss-server/tasks",
                "sss-server/node",
                "sss-client",
                "sss-client/cli")) {
            for (String reports : List.of("surefire-reports", "failsafe-reports")) {
                Path directory = root.resolve(module).resolve("target").resolve(reports);
                if (Files.isDirectory(directory)) {
                    try (Stream<Path> files = Files.walk(directory)) {
                        for (Path file : files.filter(Files::isRegularFile).toList()) {
                            searched++;
                            assertThat(TOKEN.matcher(Files.readString(file, ISO_8859_1))
                                            .find())
                                    .as("a token in %s", file)
                                    .isFalse();
                        }
                    }
                }
            }
        }
        assumeTrue(searched > 0, "other tests have run before");
        assertThat(TOKEN.matcher("x " + Token.random(Token.newRealm()).text()).find())
                .isTrue();
    }

    private Path privateFile(String name, String text) throws IOException {
        Path file = Files.writeString(temporary.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private Path startNode(Path security, List<Integer> ports) throws IOException {
        Path settings = Files.writeString(
                temporary.resolve("node.properties"),
                "node.id = 0\ncluster.nodes = 127.0.0.1:" + ports.get(0) + ":" + ports.get(1)
                        + "\ndata.dir = data\nsecurity = on\nsecurity.dir = " + security + "\ntask.threads = 1\n");
        Path log = temporary.resolve("log");
        node = command(temporary.resolve("node.token"), "node", "--conf", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        await().atMost(WAIT).until(() -> Files.readString(log).contains("node 0 ready"));
        addProcess(node);
        return log;
    }

    private int run(Path token, String... words) throws IOException, InterruptedException {
        Path out = Files.createTempFile(temporary, "out", "");
        Process process = command(token, words)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        addProcess(process);
        int code = process.waitFor();
        printed.append(Files.readString(out)).append('\n');
        return code;
    }

    private ProcessBuilder command(Path token, String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-Dsss.log.level=" + (words[0].equals("node") ? "TRACE" : "DEBUG")));
        command.addAll(LauncherClassPath.javaOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(Arrays.asList(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(temporary.toFile()).redirectInput(new File("/dev/null"));
        builder.environment().put("SSS_TOKEN_FILE", token.toString());
        return builder;
    }

    /** What other processes, or their owner's, can read of a process. */
    private void addProcess(Process process) throws IOException {
        for (String file : List.of("cmdline", "environ")) {
            Path read = Path.of("/proc", String.valueOf(process.pid()), file);
            if (Files.isReadable(read)) {
                seen.add(new String(Files.readAllBytes(read), ISO_8859_1));
            }
        }
    }

    private void addFiles() throws IOException {
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !isTokenFile(file))
                    .toList()) {
                seen.add(new String(Files.readAllBytes(file), ISO_8859_1));
            }
        }
    }

    private static boolean isTokenFile(Path file) {
        return file.getFileName().toString().endsWith(".token");
    }

    /** All secrets in token files, in the forms in which they might be printed. */
    private List<String> secrets() throws IOException {
        List<String> secrets = new ArrayList<>();
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(TokensStaySecretIT::isTokenFile)
                    .toList()) {
                for (String line : Files.readString(file, UTF_8).split("\n")) {
                    if (TOKEN.matcher(line).matches()) {
                        String secret = line.substring(line.lastIndexOf('.') + 1);
                        byte[] bytes = Base64.getUrlDecoder().decode(secret);
                        secrets.addAll(List.of(
                                secret,
                                Base64.getEncoder().encodeToString(bytes),
                                HexFormat.of().formatHex(bytes)));
                    }
                }
            }
        }
        return secrets;
    }
}
