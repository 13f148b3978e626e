package org.sss.cli.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.Main;
import org.sss.client.Credentials;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.examples.WordCount;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenFile;

/**
 * A process of a node with TLS gets random input, a few seconds for each kind of peer: other clients are served all the
 * time, and afterwards it uses as much memory, threads and descriptors as before. {@code -Dsss.fuzz.seconds=600} runs
 * longer.
 */
@Tag("alone")
class NodeFuzzIT {
    private static final int SECONDS = Integer.getInteger("sss.fuzz.seconds", 2);
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    private static final int STUCK_SECONDS = 30;
    private static final int HEAP_MIB = 48;
    /** Pools of threads grow to their sizes. */
    private static final int THREADS = 100;

    private static final int DESCRIPTORS = 50;
    private static final int LOG_BYTES_A_MINUTE = 100_000;

    @TempDir
    private Path directory;

    private NodeProcesses nodes;
    private TokenFile admin;
    private SssClient client;
    private final Random random = new Random(SEED);
    private final Findings findings = new Findings();
    private long slowestMillis;

    @BeforeEach
    void start() throws IOException {
        System.out.println("-Dsss.seed=" + SEED);
        nodes = NodeProcesses.prepare(directory, 1, "256m", "security = on");
        security("init", "--node-dir", directory.resolve("security").toString());
        admin = TokenFile.read(directory.resolve("admin/admin.token"));
        nodes.start(0);
        client = await().atMost(NodeProcesses.PATIENCE)
                .ignoreExceptionsInstanceOf(SssException.class)
                .until(this::connect, any -> true);
        Path text = Files.write(
                directory.resolve("text"),
                IntStream.range(0, 1000).mapToObj(i -> "line " + i).toList());
        client.importText(WordCount.lines("lines"), List.of(text), new Transferred());
        client.run(WordCount.workflow(WordCount.lines("lines"), WordCount.counts("counts")));
        for (int i = 0; i < 3; i++) { // what fills caches and pools
            client.run(WordCount.workflow(
                    WordCount.lines("lines"), WordCount.counts("counts").replacing()));
            command();
        }
    }

    private SssClient connect() {
        return SssClient.connect(nodes.clientAddress(), () -> Credentials.read(directory.resolve("admin/admin.token")));
    }

    @AfterEach
    void stop() {
        if (client != null) {
            client.close();
        }
        nodes.close();
    }

    @Test
    void handshakes() throws Exception {
        List<Integer> ports = List.of(nodes.serverPort(0), nodes.dataPort(0));
        fuzz(
                List.of(new HandshakeAttack(
                        ports,
                        List.of(
                                RawTls.context(),
                                RawTls.context(ForeignCertificate.make(directory.resolve("foreign")))),
                        random,
                        findings)),
                200);
    }

    @Test
    void peersWithoutToken() throws Exception {
        Token token = token("run");
        VerbInputs server = VerbInputs.ofServers(random);
        fuzz(
                List.of(
                        new StrangerAttack(nodes.serverPort(0), server, token, random, findings),
                        new StrangerAttack(nodes.dataPort(0), server.ofDataServers(), token, random, findings)),
                200);
    }

    @Test
    void peersWithToken() throws Exception {
        VerbInputs server = VerbInputs.ofServers(random);
        List<Attack> attacks = new ArrayList<>();
        for (String role : List.of("read", "run", "run", "run", "admin")) {
            attacks.add(new TokenAttack(nodes.serverPort(0), server, token(role), random, findings));
            attacks.add(new TokenAttack(nodes.dataPort(0), server.ofDataServers(), token(role), random, findings));
        }
        fuzz(attacks, 16);
    }

    private Token token(String role) {
        return Token.parse(security("token", "--role", role).lines().findFirst().orElseThrow());
    }

    private String security(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> command = new ArrayList<>(List.of("security"));
        command.addAll(List.of(words));
        command.addAll(List.of("--dir", directory.resolve("admin").toString()));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(command.toArray(String[]::new), out, new PrintStream(err, true, UTF_8), false);
        assertThat(code).as(err.toString(UTF_8)).isZero();
        return out.toString(UTF_8).strip();
    }

    private void fuzz(List<Attack> attacks, int connections) throws Exception {
        long pid = nodes.process(0).pid();
        ProcessUse before = ProcessUse.of(pid);
        int logBefore = nodes.log(0).length();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        Thread attacker = new Thread(() -> attack(attacks, connections, end), "attacker");
        attacker.start();
        while (attacker.isAlive()) {
            command();
            attacker.join(100);
        }
        command();
        await().atMost(NodeProcesses.PATIENCE)
                .until(() -> ProcessUse.of(pid).descriptors() < before.descriptors() + DESCRIPTORS);
        ProcessUse after = ProcessUse.of(pid);
        String log = nodes.log(0).substring(logBefore);
        System.out.printf(
                "%s%nbefore %s%nafter  %s%n%d bytes of log, slowest command %d ms%n",
                findings, before, after, log.length(), slowestMillis);
        assertThat(nodes.process(0).isAlive()).isTrue();
        assertThat(findings.problems()).isEmpty();
        assertThat(log).doesNotContain(" ERROR ");
        assertThat(log.length()).as("bytes of log").isLessThan(LOG_BYTES_A_MINUTE * (1 + SECONDS / 60));
        assertThat(after.heapMiB()).as("heap").isLessThan(before.heapMiB() + HEAP_MIB);
        assertThat(after.threads()).as("threads").isLessThan(before.threads() + THREADS);
        assertThat(slowestMillis).as("slowest command").isLessThan(TimeUnit.SECONDS.toMillis(STUCK_SECONDS));
    }

    /** A client with another token that connects, writes, reads and runs a job. */
    private void command() {
        long start = System.nanoTime();
        try (SssClient other = connect()) {
            assertThat(other.count("lines")).isEqualTo(1000);
            other.copy("lines", "copied", true);
            assertThat(other.count("copied")).isEqualTo(1000);
            other.run(WordCount.workflow(
                    WordCount.lines("copied"), WordCount.counts("counted").replacing()));
            assertThat(other.count("counted")).isEqualTo(1001);
        } catch (SssException e) {
            // An attacker who may run jobs can read this workflow and submit it, too.
            if (e.code() != ErrorCode.ALREADY_EXISTS || !e.getMessage().contains("is running already")) {
                findings.problem("a client is not served: " + e);
            }
        }
        slowestMillis = Math.max(slowestMillis, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }

    private void attack(List<Attack> attacks, int connections, long end) {
        try (Parked parked = new Parked(connections);
                Watch watch = new Watch(parked, STUCK_SECONDS)) {
            while (System.nanoTime() - end < 0) {
                watch.progress();
                findings.input();
                try {
                    attacks.get(random.nextInt(attacks.size())).attack(parked);
                } catch (IOException closed) {
                    findings.answer("closed");
                }
            }
        } catch (IOException | RuntimeException e) {
            findings.problem("the attack ended: " + e);
        }
    }
}
