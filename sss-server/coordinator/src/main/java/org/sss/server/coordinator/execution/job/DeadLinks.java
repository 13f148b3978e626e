package org.sss.server.coordinator.execution.job;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DeadLink.Report;

/**
 * The links between nodes that are dead for the jobs of one workflow. A node that cannot reach another one, while the
 * coordinator reaches both, runs no task of the workflow until its end. It keeps storing its subgroups. Thread-safe.
 */
public final class DeadLinks {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLinks.class);

    /** Guarded by this. */
    private final Set<Integer> leftOut = new TreeSet<>();

    /**
     * Leaves out the nodes that report a dead link.
     *
     * @return false if that changes nothing, or would leave no node
     */
    synchronized boolean leaveOut(Collection<Report> reports, ClusterMap map, String workflow) {
        Set<Integer> next = new TreeSet<>(leftOut);
        reports.stream()
                .map(Report::from)
                .filter(node -> node < map.nodes().size())
                .forEach(next::add);
        if (next.size() == leftOut.size() || next.size() == map.nodes().size()) {
            return false;
        }
        leftOut.addAll(next);
        LOG.warn(
                "{}: nodes {} run no more tasks of {}; other nodes read what they store",
                reports.stream().map(Report::toString).sorted().collect(Collectors.joining(", ")),
                leftOut,
                workflow);
        return true;
    }

    synchronized TaskNodes nodes(ClusterMap map) {
        return new TaskNodes(map, leftOut);
    }
}
