package org.sss.cli.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Cluster;
import org.sss.client.ClusterStatus.NodeHealth;
import org.sss.client.SssClient;
import org.sss.net.transport.NodeAddress;
import org.sss.server.security.PrivateDirectory;

/** Starts and stops the node processes of a cluster on this machine. One thread at a time, except {@link #abandon}. */
final class ClusterProcesses {
    /** For nodes that answer, but are not ready, or reject this command. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    /**
     * For nodes that do not answer yet, although their processes run: on a busy machine, each may need a minute to
     * start.
     */
    private static final Duration BUSY_TIMEOUT = Duration.ofMinutes(5);

    private static final long POLL_MILLIS = 50;
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    /** By name, as this package must not depend on the main class. */
    private static final String MAIN_CLASS = "org.sss.cli.Main";

    private static final String MAX_RAM_PERCENTAGE = "-XX:MaxRAMPercentage";
    /**
     * Share of the machine's memory for the heaps of all nodes; the rest is for memory outside the heap and the page
     * cache.
     */
    private static final int HEAPS_PERCENT = 60;
    /** Maximum for one node: Java's default. */
    private static final int MAX_HEAP_PERCENT = 25;

    private final ClusterDirectory cluster;
    /** Nodes with their processes; kept in memory, as a pid file may not have been written to a full disk. */
    private final Map<NodeDirectory, ProcessHandle> started = new LinkedHashMap<>();
    /** Where the log of each started node starts; what is before that is of earlier processes. */
    private final Map<NodeDirectory, Long> logStarts = new HashMap<>();
    /**
     * No more nodes are started, as the process is ending. Set while holding the lock of this, under which nodes are
     * started.
     */
    private volatile boolean abandoned;

    ClusterProcesses(ClusterDirectory cluster) {
        this.cluster = cluster;
    }

    /**
     * Starts the nodes that are not running, and waits until all answer; returns the number of nodes started.
     *
     * @throws SssException INVALID_ARGUMENT if a port is in use; INTERNAL if a node ends or another cluster answers;
     *     TIMEOUT. The nodes that were started are then stopped
     */
    int start() throws IOException, InterruptedException {
        List<NodeDirectory> down = cluster.nodes().stream()
                .filter(node -> node.process().isEmpty())
                .toList();
        cluster.checkData(down);
        for (NodeDirectory node : down) {
            node.prepareStart();
            checkPorts(node);
        }
        ClusterSecurity.prepare(cluster.nodes().get(0).settings());
        try {
            for (NodeDirectory node : down) {
                start(node);
            }
            awaitReady();
            return started.size();
        } catch (Hopeless e) {
            throw new SssException(ErrorCode.INTERNAL, e.getMessage() + stopStarted(e), e);
        } catch (SssException e) {
            throw new SssException(e.code(), e.getMessage() + stopStarted(e), e);
        } catch (IOException | UncheckedIOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "cannot start the nodes: " + e + "; check that the disk of " + cluster.directory()
                            + " is neither full nor read-only" + stopStarted(e),
                    e);
        } catch (InterruptedException | RuntimeException | Error e) {
            stopStarted(e);
            throw e;
        }
    }

    /**
     * Asks all nodes to end, and kills those that do not.
     *
     * @throws SssException INVALID_ARGUMENT if one survives that
     */
    NodeStop.Ended stop() throws InterruptedException {
        return stop(cluster.nodes());
    }

    private static NodeStop.Ended stop(Collection<NodeDirectory> nodes) throws InterruptedException {
        Map<Integer, ProcessHandle> running = new LinkedHashMap<>();
        nodes.forEach(node -> node.process().ifPresent(process -> running.put(node.number(), process)));
        return NodeStop.stop(running, NodeStop.TIMEOUT);
    }

    /**
     * Stops the started nodes after {@code failure}; returns a suffix for its message. Errors are added to it as
     * suppressed.
     */
    private String stopStarted(Throwable failure) throws InterruptedException {
        Map<Integer, ProcessHandle> running = running();
        if (running.isEmpty()) {
            return "";
        }
        try {
            NodeStop.stop(running, NodeStop.TIMEOUT);
            return "; stopped the nodes that had been started: "
                    + running.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
        } catch (SssException e) {
            failure.addSuppressed(e);
            return "; " + e.getMessage();
        }
    }

    /** Checked before the start, as another process on the port would answer instead of the node. */
    private void checkPorts(NodeDirectory node) throws InterruptedException {
        for (NodeAddress address : List.of(node.info().server(), node.info().data())) {
            try {
                ClusterPorts.awaitFree(address);
            } catch (IOException e) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "node " + node.number() + " cannot listen at " + address + ": "
                                + e.getMessage()
                                + "; stop the process that uses the port, maybe another cluster, or change "
                                + "cluster.nodes in "
                                + cluster.directory() + "/node-*/node.properties",
                        e);
            }
        }
    }

    /**
     * Stops the started nodes, and prevents another thread from starting more. Needed as the processes have sessions of
     * their own, so that Ctrl-C does not reach them.
     */
    void abandon() {
        Map<Integer, ProcessHandle> running;
        synchronized (this) {
            abandoned = true;
            running = running();
        }
        try {
            NodeStop.stop(running, NodeStop.TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void checkNotAbandoned() {
        if (abandoned) {
            throw new Hopeless("the start was interrupted");
        }
    }

    private Map<Integer, ProcessHandle> running() {
        Map<Integer, ProcessHandle> running = new LinkedHashMap<>();
        started.forEach((node, process) -> running.put(node.number(), process));
        running.values().removeIf(process -> !ProcessStat.runs(process));
        return running;
    }

    private synchronized void start(NodeDirectory node) throws IOException {
        checkNotAbandoned();
        ProcessBuilder builder =
                new ProcessBuilder(command(node, inherited(), cluster.nodes().size()));
        File log = PrivateDirectory.makeFile(node.log()).toFile();
        // In its own directory, so that it does not block unmounting the caller's.
        builder.directory(node.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .redirectInput(new File("/dev/null"));
        logStarts.put(node, node.logBytes());
        ProcessHandle process = builder.start().toHandle();
        started.put(node, process);
        node.writePid(process);
    }

    private static List<String> inherited() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(ClusterProcesses::isInherited)
                .toList();
    }

    /**
     * Returns the command of a node: the same Java with the same options, in its own session, so that closing the
     * terminal does not end it.
     *
     * @param inherited options of this JVM
     * @param nodes     number of nodes of the cluster, all on this machine
     */
    static List<String> command(NodeDirectory node, List<String> inherited, int nodes) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            command.add(SETSID.toString());
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(inherited);
        if (nodes > 1 && inherited.stream().noneMatch(ClusterProcesses::setsHeap)) {
            command.add(shareOfMemory(nodes));
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                MAIN_CLASS,
                "node",
                "--conf",
                node.settings().toString()));
        return command;
    }

    /** Java's default, a quarter of the memory for each process, exceeds the memory with five nodes. */
    private static String shareOfMemory(int nodes) {
        double percent = Math.min(MAX_HEAP_PERCENT, Math.floor(100.0 * HEAPS_PERCENT / nodes) / 100);
        return String.format(Locale.ROOT, "%s=%.2f", MAX_RAM_PERCENTAGE, percent);
    }

    private static boolean setsHeap(String option) {
        return option.startsWith("-Xmx")
                || option.startsWith("-XX:MaxHeapSize")
                || option.startsWith(MAX_RAM_PERCENTAGE);
    }

    private static boolean isInherited(String option) {
        return !option.startsWith("-agentlib")
                && !option.startsWith("-javaagent")
                && !option.startsWith("-Dsss.terminal")
                && !option.startsWith("-Dsurefire")
                && !option.startsWith("-Dlogback");
    }

    private void awaitReady() throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        SssException last = null;
        while (System.nanoTime() - startNanos < limit(last).toNanos()) {
            checkRunning();
            try (SssClient client = ClusterSecurity.connect(cluster)) {
                awaitAllHealthy(client);
                return;
            } catch (SssException e) {
                last = e;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new SssException(
                ErrorCode.TIMEOUT,
                "the cluster in '" + cluster.directory() + "' was not ready within "
                        + limit(last).toSeconds() + " s (" + (last == null ? "no answer" : last.getMessage())
                        + "); see node-*/log there",
                last);
    }

    /** A busy node is waited for; an error that more time does not change is not. */
    private static Duration limit(SssException last) {
        boolean isBusy = last == null
                || last.code() == ErrorCode.TIMEOUT
                || last.code() == ErrorCode.NODE_UNREACHABLE
                || last.code() == ErrorCode.OVERLOADED;
        return isBusy ? BUSY_TIMEOUT : START_TIMEOUT;
    }

    private void awaitAllHealthy(SssClient client) throws IOException, InterruptedException {
        String lastError = "";
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < BUSY_TIMEOUT.toNanos()) {
            checkRunning();
            List<NodeHealth> failing = client.admin().status().nodes().stream()
                    .filter(ClusterHealth::isAwaited)
                    .toList();
            if (failing.isEmpty()) {
                checkIdentity(client.cluster());
                return;
            }
            lastError = failing.get(0).node() + ": " + failing.get(0).error();
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new SssException(ErrorCode.TIMEOUT, lastError);
    }

    /** Another process may have taken the port between the check of the ports and the start of the node. */
    private void checkIdentity(Cluster answered) {
        Optional<String> own = cluster.nodes().get(0).clusterId();
        String other = "cluster " + answered.id() + " answers at " + cluster.address();
        if (own.isEmpty()) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, other + ", and node 0 has not started yet");
        }
        if (!own.get().equals(answered.id())) {
            throw new Hopeless(other + ", not cluster " + own.get() + " of " + cluster.directory()
                    + "; stop the other one, or change cluster.nodes in " + cluster.directory()
                    + "/node-*/node.properties");
        }
    }

    /** Restarts a node that was running at first and has ended since. */
    private void checkRunning() throws IOException, InterruptedException {
        checkNotAbandoned();
        for (NodeDirectory node : cluster.nodes()) {
            if (node.process().isEmpty()) {
                if (started.containsKey(node)) {
                    throw new Hopeless("node " + node.number() + " ended during its start: "
                            + node.lastOutput(logStarts.get(node)) + " (see " + node.log() + ")");
                }
                node.prepareStart();
                checkPorts(node);
                start(node);
            }
        }
    }

    /** Not an SssException, as those mean "not ready yet". */
    static final class Hopeless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Hopeless(String message) {
            super(message);
        }
    }
}
