package org.sss.client;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.MapInput;
import org.sss.api.MapJob;
import org.sss.api.ReduceJob;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.client.ClusterStatus.NodeHealth;
import org.sss.io.store.ConnectorUser;

/**
 * What the jobs of a workflow need of each node for their files.
 *
 * @param jobs the first job that needs a connector, by its scheme or format
 */
record NeededConnectors(Map<String, String> jobs) {
    static NeededConnectors of(Workflow workflow) {
        Map<String, String> jobs = new TreeMap<>();
        for (Job job : workflow.jobs()) {
            parts(job)
                    .filter(ConnectorUser.class::isInstance)
                    .flatMap(part -> ((ConnectorUser) part).connectors().stream())
                    .forEach(connector -> jobs.putIfAbsent(connector, job.name()));
        }
        return new NeededConnectors(jobs);
    }

    /** Sources, and functions that may write files. */
    private static Stream<Object> parts(Job job) {
        if (job instanceof MapJob<?, ?> map) {
            return map.from().stream().flatMap(NeededConnectors::parts);
        }
        return job instanceof ReduceJob<?, ?, ?, ?> reduce
                ? Stream.concat(
                        Stream.of(reduce.reducer()), reduce.further().stream().map(ReduceJob.Further::reducer))
                : Stream.of();
    }

    private static Stream<Object> parts(MapInput<?, ?, ?, ?> input) {
        return Stream.of(input.source(), input.mapper());
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    /**
     * Checks the nodes that answer.
     *
     * @throws SssException NOT_FOUND if one lacks a connector
     */
    void check(ClusterStatus status) {
        jobs.forEach((connector, job) -> {
            List<NodeHealth> without = status.nodes().stream()
                    .filter(node ->
                            node.status() != null && !node.status().connectors().contains(connector))
                    .toList();
            if (!without.isEmpty()) {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        "job '" + job + "' was not started: no connector '" + connector + "' on "
                                + without.stream()
                                        .map(node -> "node " + node.node().id())
                                        .collect(Collectors.joining(", "))
                                + "; unpack sss-" + connector + ".tar.gz into ext/ there, and restart");
            }
        });
    }
}
