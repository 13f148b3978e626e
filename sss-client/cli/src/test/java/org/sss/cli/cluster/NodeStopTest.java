package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With shell processes instead of nodes. */
class NodeStopTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    @TempDir
    Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void countsStoppedProcesses() throws Exception {
        Map<Integer, ProcessHandle> nodes =
                new TreeMap<>(Map.of(0, shell("echo; exec sleep 600"), 1, shell("echo; exec sleep 600")));
        assertThat(NodeStop.stop(nodes, NodeStop.TIMEOUT)).isEqualTo(new NodeStop.Ended(2, List.of()));
        assertThat(nodes.values()).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void killsAndReportsAProcessThatDoesNotEnd() throws Exception {
        Map<Integer, ProcessHandle> nodes =
                new TreeMap<>(Map.of(0, shell("echo; exec sleep 600"), 1, shell("trap '' TERM; echo; exec sleep 600")));
        assertThat(NodeStop.stop(nodes, SHORT)).isEqualTo(new NodeStop.Ended(2, List.of(1)));
        assertThat(nodes.values()).noneMatch(ProcessHandle::isAlive);
    }

    @Tag("heavy")
    @Test
    void rejectsAProcessThatSurvivesAKill() {
        assertThatThrownBy(() -> NodeStop.stop(Map.of(3, new OfAnotherUser()), SHORT))
                .hasMessageContaining("node 3 cannot be stopped: process 4711 survived a kill");
    }

    /**
     * As in a container whose first process does not reap others: the node has ended, but Java reports that it is
     * alive.
     */
    @Test
    void aZombieHasEnded() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec sleep 600").start();
        processes.add(parent);
        String pid = new BufferedReader(new InputStreamReader(parent.getInputStream(), US_ASCII)).readLine();
        ProcessHandle ended = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        await().until(() ->
                parent.info().command().orElse("").endsWith("sleep")); // which does not reap, as a shell may
        ended.destroyForcibly();
        await().until(() -> !ProcessStat.runs(ended));
        assertThat(ended.isAlive()).isTrue();
        assertThat(NodeStop.stop(Map.of(0, ended), NodeStop.TIMEOUT)).isEqualTo(new NodeStop.Ended(1, List.of()));
        NodeDirectory node = new NodeDirectory(directory);
        node.writePid(ended);
        assertThat(node.process()).isEmpty();
    }

    /** A node limits its own shutdown to 30 s. */
    @Test
    void timeoutIsLongerThanTheNodesOwn() {
        assertThat(NodeStop.TIMEOUT).isGreaterThan(Duration.ofSeconds(30));
    }

    @Test
    @Tag("slow")
    void waitsForAProcessThatEndsWithin12Seconds() throws Exception {
        Path written = directory.resolve("written");
        ProcessHandle node =
                shell("trap 'sleep 12; echo all > " + written + "; exit' TERM; echo; while :; do sleep 1; done");
        assertThat(NodeStop.stop(Map.of(0, node), NodeStop.TIMEOUT)).isEqualTo(new NodeStop.Ended(1, List.of()));
        assertThat(Files.readString(written)).isEqualTo("all\n");
    }

    /** Returns once the commands up to the first line of output have run. */
    private ProcessHandle shell(String commands) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", commands).start();
        processes.add(process);
        InputStream out = process.getInputStream();
        assertThat(out.read()).isEqualTo('\n');
        return process.toHandle();
    }

    /** A process that this process can see, but not end. */
    private static final class OfAnotherUser implements ProcessHandle {
        @Override
        public long pid() {
            return 4711;
        }

        @Override
        public boolean isAlive() {
            return true;
        }

        @Override
        public boolean supportsNormalTermination() {
            return true;
        }

        @Override
        public boolean destroy() {
            return false;
        }

        @Override
        public boolean destroyForcibly() {
            return false;
        }

        @Override
        public Optional<ProcessHandle> parent() {
            return Optional.empty();
        }

        @Override
        public Stream<ProcessHandle> children() {
            return Stream.empty();
        }

        @Override
        public Stream<ProcessHandle> descendants() {
            return Stream.empty();
        }

        @Override
        public Info info() {
            return ProcessHandle.current().info();
        }

        @Override
        public CompletableFuture<ProcessHandle> onExit() {
            return new CompletableFuture<>();
        }

        @Override
        public int compareTo(ProcessHandle other) {
            return Long.compare(pid(), other.pid());
        }

        @Override
        public int hashCode() {
            return 4711;
        }

        @Override
        public boolean equals(Object other) {
            return other == this;
        }
    }
}
