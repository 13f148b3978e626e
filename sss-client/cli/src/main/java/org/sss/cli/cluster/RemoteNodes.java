package org.sss.cli.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.ClusterStatus;
import org.sss.client.SssClient;

/**
 * Starts and stops the nodes of a cluster on other hosts, all at once. One thread at a time, except {@link #abandon}.
 */
final class RemoteNodes {
    private static final int MAX_AT_ONCE = 16;
    private static final Duration CHECK_TIMEOUT = Duration.ofMinutes(1);
    /** A script waits for a minute itself. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(75);
    private static final Duration READY_TIMEOUT = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 100;

    private final RemoteCluster cluster;
    private final RemoteShell shell;
    /** Nodes that this has started, or tried to. */
    private final Set<RemoteNode> started = ConcurrentHashMap.newKeySet();

    RemoteNodes(RemoteCluster cluster, RemoteShell shell) {
        this.cluster = cluster;
        this.shell = shell;
    }

    /**
     * Returns the nodes that do not run. Changes nothing.
     *
     * @param first whether no node may be there yet
     * @throws SssException with each host on which a node cannot start, and why
     */
    List<RemoteNode> down(boolean first) throws InterruptedException {
        Map<RemoteNode, String> states = onAll(
                cluster.nodes(), node -> shell.run(node, RemoteScripts.check(node, cluster, first), CHECK_TIMEOUT));
        return cluster.nodes().stream()
                .filter(node -> states.get(node).equals("down"))
                .toList();
    }

    /**
     * Starts nodes, and waits until all nodes of the cluster answer.
     *
     * @throws SssException with each host whose node has not started; those that were started are stopped
     */
    void start(List<RemoteNode> down) throws InterruptedException {
        try {
            onAll(down, this::start);
            awaitReady();
        } catch (SssException e) {
            throw new SssException(e.code(), e.getMessage() + stopStarted(), e);
        }
    }

    private String start(RemoteNode node) {
        started.add(node);
        try {
            return shell.run(node, RemoteScripts.start(node, cluster, cluster.files(node)), START_TIMEOUT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() throws InterruptedException {
        long startNanos = System.nanoTime();
        String last = "no answer";
        while (System.nanoTime() - startNanos < READY_TIMEOUT.toNanos()) {
            try (SssClient client = cluster.connect()) {
                List<ClusterStatus.NodeHealth> failing = client.admin().status().nodes().stream()
                        .filter(ClusterHealth::isAwaited)
                        .toList();
                if (failing.isEmpty()) {
                    return;
                }
                last = failing.get(0).node() + ": " + failing.get(0).error();
            } catch (SssException e) {
                last = e.getMessage();
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new SssException(
                ErrorCode.TIMEOUT,
                "the nodes run, but do not answer this machine within " + READY_TIMEOUT.toSeconds() + " s (" + last
                        + "); ports " + cluster.port() + " and " + (cluster.port() + 1)
                        + " of all hosts must be open for each other and for this machine");
    }

    /** Returns a suffix for the message of the failure. */
    private String stopStarted() throws InterruptedException {
        if (started.isEmpty()) {
            return "";
        }
        try {
            stop(List.copyOf(started));
            return "; the nodes that had been started were stopped";
        } catch (SssException e) {
            return "; nodes may still run, stop them by 'sss cluster stop --dir " + cluster.directory() + "' ("
                    + e.getMessage() + ")";
        }
    }

    /** Stops what was started, as the process is ending. */
    void abandon() {
        try {
            stop(List.copyOf(started));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops all nodes; those of hosts that cannot be reached are in the error, the others have stopped. */
    NodeStop.Ended stop() throws InterruptedException {
        return stop(cluster.nodes());
    }

    private NodeStop.Ended stop(List<RemoteNode> nodes) throws InterruptedException {
        Map<RemoteNode, String> ended = onAll(nodes, node -> shell.run(node, RemoteScripts.stop(node), STOP_TIMEOUT));
        List<Integer> killed = new ArrayList<>();
        ended.forEach((node, how) -> {
            if (how.equals("killed")) {
                killed.add(node.number());
            }
        });
        return new NodeStop.Ended(
                (int) ended.values().stream().filter(how -> !how.equals("none")).count(), killed);
    }

    /** Calls all, some at once; then fails with all errors if there are any. */
    private static <T> Map<RemoteNode, T> onAll(List<RemoteNode> nodes, Function<RemoteNode, T> call)
            throws InterruptedException {
        if (nodes.isEmpty()) {
            return Map.of();
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(MAX_AT_ONCE, nodes.size()));
        try {
            Map<RemoteNode, Future<T>> calls = new LinkedHashMap<>();
            nodes.forEach(node -> calls.put(node, threads.submit(() -> call.apply(node))));
            Map<RemoteNode, T> answers = new LinkedHashMap<>();
            List<SssException> failures = new ArrayList<>();
            for (Map.Entry<RemoteNode, Future<T>> each : calls.entrySet()) {
                try {
                    answers.put(each.getKey(), each.getValue().get());
                } catch (ExecutionException e) {
                    failures.add(SssException.of(e.getCause(), each.getKey().toString()));
                }
            }
            if (!failures.isEmpty()) {
                throw new SssException(
                        failures.get(0).code(),
                        failures.stream().map(SssException::getMessage).collect(Collectors.joining("; ")),
                        failures.get(0));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }
}
