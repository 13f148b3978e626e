package org.sss.cli.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.client.DistributedWrite;
import org.sss.client.SssClient;
import org.sss.client.WrittenAttempt;
import org.sss.net.testing.LauncherClassPath;

/** Processes that write one group of a cluster with security, each with a token of its own. */
class DistributedWriteIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private static Path temporary;

    private static Path cluster;
    private static String address;

    @BeforeAll
    static void start() {
        cluster = temporary.resolve("cluster");
        address = ok("cluster start --nodes 2 --port 0 --set security=on --dir " + cluster)
                .strip();
    }

    @AfterAll
    static void stop() {
        ok("cluster stop --dir " + cluster);
    }

    @Test
    void processesWriteOneGroupAndTheirTicketHasNoSecret() throws Exception {
        Path token = token(cluster.resolve("security"), "write");
        Path ticket = temporary.resolve("ticket");
        try (SssClient client = SssClient.connect(address);
                DistributedWrite<Long, Long> write = client.openWrite(TicketProgram.NUMBERS, 2)) {
            TicketProgram.save(write.ticket(), ticket);
            assertNoSecret(token, ticket);
            List<WrittenAttempt> attempts = new ArrayList<>();
            for (int source = 0; source < 2; source++) {
                Path result = temporary.resolve("attempt-" + source);
                Process process = program(token, "write", ticket, Integer.toString(source), result.toString());
                assertThat(end(process)).as(log(process)).isZero();
                assertNoSecret(token, result);
                attempts.add((WrittenAttempt) TicketProgram.load(result));
            }
            assertThat(client.groups()).isEmpty();
            assertThat(write.commit(attempts).tuples()).isEqualTo(2 * TicketProgram.TUPLES);
            assertThat(client.get(TicketProgram.NUMBERS, 4711L)).containsExactly(0L, 1L);
            Process late = program(
                    token, "write", ticket, "0", temporary.resolve("late").toString());
            assertThat(end(late)).isEqualTo(2);
            assertThat(log(late)).contains("CLOSED: the ticket of group 'numbers' is not valid any more");
            client.drop("numbers");
        }
    }

    @Test
    void aTicketIsOfNoUseWithoutATokenOfItsCluster() throws Exception {
        ok("security init --dir " + temporary.resolve("other"));
        Path foreign = temporary.resolve("other/admin.token");
        Path reader = token(cluster.resolve("security"), "read");
        Path ticket = temporary.resolve("foreign-ticket");
        try (SssClient client = SssClient.connect(address);
                DistributedWrite<Long, Long> write = client.openWrite(TicketProgram.NUMBERS, 1)) {
            TicketProgram.save(write.ticket(), ticket);
            Process other = program(
                    foreign, "write", ticket, "0", temporary.resolve("none").toString());
            assertThat(end(other)).isEqualTo(2);
            assertThat(log(other)).contains("UNAUTHENTICATED: ");
            Process reading = program(
                    reader, "write", ticket, "0", temporary.resolve("none").toString());
            assertThat(end(reading)).isEqualTo(2);
            assertThat(log(reading)).contains("FORBIDDEN: ");
        }
    }

    /** SIGKILL between the last attempt and the commit. */
    @Test
    void nothingRemainsOfAWriteWhoseDriverIsKilled() throws Exception {
        Path token = token(cluster.resolve("security"), "write");
        Path ticket = temporary.resolve("lost-ticket");
        Process driver = program(token, "open", ticket);
        Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(ticket) || !driver.isAlive());
        Path result = temporary.resolve("lost-attempt");
        Process writer = program(token, "write", ticket, "0", result.toString());
        assertThat(end(writer)).as(log(writer)).isZero();
        driver.destroyForcibly();
        end(driver);
        try (SssClient client = SssClient.connect(address)) {
            Awaitility.await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
                try (DistributedWrite<Long, Long> again = client.openWrite(TicketProgram.NUMBERS, 0)) {
                    assertThat(again.ticket().sources()).isZero();
                }
            });
            assertThat(client.groups()).isEmpty();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(groupDirectories()).isEmpty());
        }
    }

    private static List<Path> groupDirectories() throws IOException {
        List<Path> all = new ArrayList<>();
        for (int node = 0; node < 2; node++) {
            try (Stream<Path> groups = Files.list(cluster.resolve("node-" + node + "/data/data/groups"))) {
                groups.forEach(all::add);
            }
        }
        return all;
    }

    private static void assertNoSecret(Path token, Path serialized) throws IOException {
        String bytes = Files.readString(serialized, ISO_8859_1);
        assertThat(Files.readAllLines(token))
                .filteredOn(line -> line.length() > 20)
                .isNotEmpty()
                .noneMatch(bytes::contains);
        Stream.of(Files.readString(token).split("[\\s:=.\"]+"))
                .filter(word -> word.length() > 20)
                .forEach(word -> assertThat(bytes).doesNotContain(word));
    }

    private static Process program(Path token, String what, Path ticket, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(LauncherClassPath.javaOptions());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                TicketProgram.class.getName(),
                what,
                address,
                ticket.toString()));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SSS_TOKEN_FILE", token.toString());
        return builder.start();
    }

    private static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static String log(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }

    private static Path token(Path security, String role) throws IOException {
        Path file = Files.createTempDirectory(temporary, "token").resolve("token");
        return Path.of(ok("security token --role " + role + " --dir " + security + " --output-file " + file)
                .strip());
    }

    private static String ok(String words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(Main.run(words.split(" "), out, new PrintStream(err, true, UTF_8), false))
                .as("%s: %s", words, err)
                .isZero();
        return out.toString(UTF_8);
    }
}
