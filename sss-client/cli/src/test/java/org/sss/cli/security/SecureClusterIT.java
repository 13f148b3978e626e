package org.sss.cli.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.Main;
import org.sss.client.Credentials;
import org.sss.client.SssClient;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport;
import org.sss.net.auth.TokenFile;

/** A cluster of two processes with TLS, used through the command line. */
class SecureClusterIT {
    @TempDir
    private static Path temporary;

    private static Path cluster;
    private static String security;
    private static String address;

    @BeforeAll
    static void start() {
        cluster = temporary.resolve("cluster");
        security = cluster.resolve("security").toString();
        address = ok(
                        "cluster",
                        "start",
                        "--nodes",
                        "2",
                        "--dir",
                        cluster.toString(),
                        "--port",
                        "0",
                        "--set",
                        "security=on")
                .strip();
    }

    @AfterAll
    static void stop() {
        ok("cluster", "stop", "--dir", cluster.toString());
    }

    @Test
    void commandsOfTheSameUserWork() throws Exception {
        Path lines = Files.writeString(temporary.resolve("lines.txt"), "to be\nor not\n");
        ok("group", "import", "lines", lines.toString(), "--cluster", address);
        ok("stream", "--map", "cat", "--input", "lines", "--output", "copied", "--cluster", address);
        assertThat(ok("group", "count", "copied", "--cluster", address).strip()).isEqualTo("2");
        assertThat(ok("cluster", "status", "--cluster", address)).contains("up");
    }

    @Test
    void tokensAreMadeAndRevokedWhileNodesRun() throws Exception {
        ok(
                "group",
                "import",
                "sales.may",
                Files.writeString(temporary.resolve("a"), "a\n").toString(),
                "--cluster",
                address);
        ok(
                "group",
                "import",
                "salt",
                Files.writeString(temporary.resolve("b"), "b\n").toString(),
                "--cluster",
                address);
        Path reader = token("--role", "read", "--groups", "sales.*");
        try (SssClient client = SssClient.connect(address, () -> Credentials.read(reader))) {
            assertThat(client.groups()).extracting(group -> group.name()).containsExactly("sales.may");
            assertThat(client.count("sales.may")).isEqualTo(1);
            assertThat(code(() -> client.count("salt"))).isEqualTo(ErrorCode.FORBIDDEN);
            assertThat(code(() -> client.drop("sales.may"))).isEqualTo(ErrorCode.FORBIDDEN);
            Path audit = cluster.resolve("node-0/data/audit.log");
            String drop = "\"verb\":\"group.drop\",\"group\":null,\"result\":\"FORBIDDEN\"";
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> Files.readString(audit).contains(drop));
            assertThat(Files.readString(audit))
                    .contains("\"verb\":\"group.get\",\"group\":\"sales.may\",\"result\":\"ok\"", "\"verb\":\"auth\"");
            assertThat(code(() -> client.admin().status())).isEqualTo(ErrorCode.FORBIDDEN);
            ok("security", "revoke", id(reader), "--dir", security);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                try {
                    client.count("sales.may");
                    return false;
                } catch (SssException e) {
                    return e.code() == ErrorCode.UNAUTHENTICATED;
                }
            });
        }
    }

    @Test
    void rejectsClientsWithoutToken() {
        SssException error = catchThrowableOfType(
                SssException.class,
                () -> SssClient.connect(address, () -> Credentials.NONE).close());
        assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(error).hasMessageContaining("SSS_TOKEN_FILE");
    }

    @Test
    void explainsTokensOfAnotherCluster() {
        Path other = temporary.resolve("other");
        ok("security", "init", "--dir", other.toString());
        Credentials file = Credentials.read(other.resolve("admin.token"));
        SssException error = catchThrowableOfType(
                SssException.class, () -> SssClient.connect(address, () -> file).close());
        assertThat(error.code()).as(error.getMessage()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(error).hasMessageContaining("does not come from the CA of this cluster");
    }

    /**
     * A token is valid at all nodes as soon as it was made, and a job that its owner follows continues with its
     * successor.
     */
    @Test
    void tokensAreReplacedWhileAJobIsFollowed() throws Exception {
        ok(
                "group",
                "import",
                "one",
                Files.writeString(temporary.resolve("one.txt"), "a\n").toString(),
                "--cluster",
                address);
        Path first = token("--role", "run");
        AtomicReference<Credentials> token = new AtomicReference<>(Credentials.read(first));
        String id = id(first);
        Path end = temporary.resolve("end-of-one");
        String other;
        try (SssClient admin = SssClient.connect(address)) {
            other = admin.cluster().nodes().get(1).address();
        }
        try (SssClient client = SssClient.connect(other, token::get)) {
            WorkflowHandle handle = client.workflow(waitingJob("one", end));
            CompletableFuture<Path> disconnected = CompletableFuture.supplyAsync(() -> {
                Awaitility.await().until(() -> logs().contains("Disconnecting token " + id));
                return create(end);
            });
            AtomicBoolean revoked = new AtomicBoolean();
            WorkflowReport last = handle.follow(status -> {
                if (!revoked.getAndSet(true)) {
                    token.set(Credentials.read(token("--role", "run")));
                    ok("security", "revoke", id, "--dir", security);
                }
            });
            assertThat(last.state()).isEqualTo(WorkflowReport.State.SUCCEEDED);
            assertThat(disconnected.join()).exists();
        }
    }

    @Test
    void followerWithoutAnotherTokenLearnsThatTheJobContinues() throws Exception {
        ok(
                "group",
                "import",
                "two",
                Files.writeString(temporary.resolve("two.txt"), "a\n").toString(),
                "--cluster",
                address);
        Path file = token("--role", "run");
        Credentials token = Credentials.read(file);
        Path end = temporary.resolve("end-of-two");
        try (SssClient client = SssClient.connect(address, () -> token)) {
            String id = waitingJob("two", end);
            AtomicBoolean revoked = new AtomicBoolean();
            SssException error = catchThrowableOfType(
                    SssException.class,
                    () -> client.workflow(id).follow(status -> {
                        if (!revoked.getAndSet(true)) {
                            ok("security", "revoke", id(file), "--dir", security);
                        }
                    }));
            assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
            assertThat(error)
                    .hasMessageContaining("workflow " + id + " continues")
                    .hasMessageContaining("or it was revoked");
            create(end);
        }
    }

    /** Returns the id of a job that copies the lines when the file exists. */
    private static String waitingJob(String lines, Path end) {
        return ok(
                        "stream",
                        "--map",
                        "sh -c 'while [ ! -e " + end + " ]; do sleep 0.1; done; cat'",
                        "--input",
                        lines,
                        "--output",
                        "copy-of-" + lines,
                        "--detach",
                        "--cluster",
                        address)
                .strip();
    }

    private static Path create(Path file) {
        try {
            return Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String logs() throws IOException {
        return Files.readString(cluster.resolve("node-0/log")) + Files.readString(cluster.resolve("node-1/log"));
    }

    private static ErrorCode code(ThrowingCallable call) {
        return catchThrowableOfType(SssException.class, call).code();
    }

    private static Path token(String... words) {
        try {
            Path file = Files.createTempDirectory(temporary, "token").resolve("token");
            return Path.of(ok(Stream.of(
                                    Stream.of("security", "token"),
                                    Stream.of(words),
                                    Stream.of("--dir", security, "--output-file", file.toString()))
                            .flatMap(part -> part)
                            .toArray(String[]::new))
                    .strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String id(Path token) {
        return TokenFile.read(token).entries().get(0).token().id();
    }

    private static String ok(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(Main.run(words, out, new PrintStream(err, true, UTF_8), false))
                .as("%s: %s", List.of(words), err)
                .isZero();
        return out.toString(UTF_8);
    }
}
