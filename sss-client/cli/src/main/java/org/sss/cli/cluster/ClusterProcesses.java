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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.SssClient;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs.NodeHealth;
import org.sss.net.transport.NodeAddress;

/** Starts and stops the node processes of a cluster on this machine. One thread at a time, but for {@link #giveUp}. */
final class ClusterProcesses {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    /** By name, as only the entry of the program knows all commands. */
    private static final String MAIN_CLASS = "org.sss.cli.Main";
    private static final String MAX_RAM_PERCENTAGE = "-XX:MaxRAMPercentage";
    /** Of the memory of the machine, for the heaps of all nodes together: the rest is for what they have outside of it, files and others. */
    private static final int HEAPS_PERCENT = 60;
    /** For each: what Java takes by itself. */
    private static final int MAX_HEAP_PERCENT = 25;

    private final ClusterDirectory cluster;
    /** With their processes: a full disk may have no room for what else tells them. */
    private final Map<NodeDirectory, ProcessHandle> started = new LinkedHashMap<>();
    /** The process is about to end: no more nodes are started. Set under the lock of this, under which they are started. */
    private volatile boolean givenUp;

    ClusterProcesses(ClusterDirectory cluster) {
        this.cluster = cluster;
    }

    /**
     * Starts the nodes that do not run, and waits until all answer; returns how many were started.
     *
     * @throws SssException INVALID_ARGUMENT when a port is taken, INTERNAL when a node ends or another cluster answers, TIMEOUT;
     *     those that were started are stopped again then
     */
    int start() throws IOException, InterruptedException {
        List<NodeDirectory> down = cluster.nodes().stream().filter(node -> node.process().isEmpty()).toList();
        cluster.checkData(down);
        for (NodeDirectory node : down) {
            node.prepareStart();
            checkPorts(node);
        }
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
            throw new SssException(ErrorCode.STORAGE, "the nodes cannot be started: " + e + "; see that the disk of " + cluster.directory()
                    + " is neither full nor read-only" + stopStarted(e), e);
        } catch (InterruptedException | RuntimeException | Error e) {
            stopStarted(e);
            throw e;
        }
    }

    /** Asks all nodes to end, and kills those that do not. @throws SssException INVALID_ARGUMENT when one goes on all the same */
    NodeStop.Ended stop() throws InterruptedException {
        return stop(cluster.nodes());
    }

    private static NodeStop.Ended stop(Collection<NodeDirectory> nodes) throws InterruptedException {
        Map<Integer, ProcessHandle> running = new LinkedHashMap<>();
        nodes.forEach(node -> node.process().ifPresent(process -> running.put(node.number(), process)));
        return NodeStop.stop(running, NodeStop.PATIENCE);
    }

    /** After {@code why}, which is more to the point than what may go wrong here; returns the end of a sentence that says what was done. */
    private String stopStarted(Throwable why) throws InterruptedException {
        Map<Integer, ProcessHandle> running = running();
        if (running.isEmpty()) {
            return "";
        }
        try {
            NodeStop.stop(running, NodeStop.PATIENCE);
            return "; what was started is stopped again: node " + running.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
        } catch (SssException e) {
            why.addSuppressed(e);
            return "; " + e.getMessage();
        }
    }

    /** Whoever has a port would answer in the node's place, before its process comes to listen there and ends. */
    private void checkPorts(NodeDirectory node) throws InterruptedException {
        for (NodeAddress address : List.of(node.info().server(), node.info().data())) {
            try {
                ClusterPorts.awaitFree(address);
            } catch (IOException e) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "node " + node.number() + " cannot listen at " + address + ": "
                        + e.getMessage() + "; stop what has the port, maybe another cluster, or change cluster.nodes in "
                        + cluster.directory() + "/node-*/node.properties", e);
            }
        }
    }

    /**
     * Stops what was started, while another thread may be about to start more: nobody else tells processes in sessions of their own
     * that they are not wanted.
     */
    void giveUp() {
        Map<Integer, ProcessHandle> running;
        synchronized (this) {
            givenUp = true;
            running = running();
        }
        try {
            NodeStop.stop(running, NodeStop.PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void checkWanted() {
        if (givenUp) {
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
        checkWanted();
        ProcessBuilder builder = new ProcessBuilder(command(node, inherited(), cluster.nodes().size()));
        File log = node.log().toFile();
        // In its own directory, so that it does not hold on to the caller's.
        builder.directory(node.directory().toFile()).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .redirectInput(new File("/dev/null"));
        ProcessHandle process = builder.start().toHandle();
        started.put(node, process);
        node.writePid(process);
    }

    private static List<String> inherited() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(ClusterProcesses::isInherited).toList();
    }

    /**
     * The same Java with the same options; in a session of its own, so that closing the terminal does not end it.
     *
     * @param inherited options of this Java
     * @param nodes     that the cluster has, all of them on this machine
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
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS, "node", "--conf",
                node.settings().toString()));
        return command;
    }

    /** Java's own limit, a quarter of the memory for each process, would give five nodes more than there is. */
    private static String shareOfMemory(int nodes) {
        double percent = Math.min(MAX_HEAP_PERCENT, Math.floor(100.0 * HEAPS_PERCENT / nodes) / 100);
        return String.format(Locale.ROOT, "%s=%.2f", MAX_RAM_PERCENTAGE, percent);
    }

    private static boolean setsHeap(String option) {
        return option.startsWith("-Xmx") || option.startsWith("-XX:MaxHeapSize") || option.startsWith(MAX_RAM_PERCENTAGE);
    }

    private static boolean isInherited(String option) {
        return !option.startsWith("-agentlib") && !option.startsWith("-javaagent") && !option.startsWith("-Dsss.terminal")
                && !option.startsWith("-Dsurefire") && !option.startsWith("-Dlogback");
    }

    private void awaitReady() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        SssException last = null;
        while (System.nanoTime() < deadline) {
            checkRunning();
            try (SssClient client = SssClient.connect(cluster.address())) {
                awaitAllHealthy(client, deadline);
                return;
            } catch (SssException e) {
                last = e;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new SssException(ErrorCode.TIMEOUT, "the cluster in '" + cluster.directory() + "' did not get ready within "
                + START_TIMEOUT.toSeconds() + " s (" + (last == null ? "no answer" : last.getMessage())
                + "); look at node-*/log there", last);
    }

    private void awaitAllHealthy(SssClient client, long deadline) throws IOException, InterruptedException {
        String sick = "";
        while (System.nanoTime() < deadline) {
            checkRunning();
            List<NodeHealth> ill = client.clusterStatus().nodes().stream().filter(node -> node.error() != null).toList();
            if (ill.isEmpty()) {
                checkIdentity(client.cluster());
                return;
            }
            sick = ill.get(0).node() + ": " + ill.get(0).error();
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new SssException(ErrorCode.TIMEOUT, sick);
    }

    /** What was started between a look at the ports and our listening there may answer, too. */
    private void checkIdentity(ClusterMap answered) {
        Optional<String> own = cluster.nodes().get(0).clusterId();
        String other = "cluster " + answered.clusterId() + " answers at " + cluster.address();
        if (own.isEmpty()) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, other + ", and node 0 has not begun yet");
        }
        if (!own.get().equals(answered.clusterId())) {
            throw new Hopeless(other + ", not cluster " + own.get() + " of " + cluster.directory()
                    + "; stop the other one, or change cluster.nodes in " + cluster.directory() + "/node-*/node.properties");
        }
    }

    /** A node that ran at first may have been about to end: it is started like the others. */
    private void checkRunning() throws IOException, InterruptedException {
        checkWanted();
        for (NodeDirectory node : cluster.nodes()) {
            if (node.process().isEmpty()) {
                if (started.containsKey(node)) {
                    throw new Hopeless("node " + node.number() + " ended while it started: " + node.lastWords() + " (see "
                            + node.log() + ")");
                }
                node.prepareStart();
                checkPorts(node);
                start(node);
            }
        }
    }

    /** Not an SssException: those are taken for "not ready yet". */
    static final class Hopeless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Hopeless(String message) {
            super(message);
        }
    }
}
