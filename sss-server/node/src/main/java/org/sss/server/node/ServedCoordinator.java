package org.sss.server.node;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs.Serve;
import org.sss.net.control.ServerVerbs.Served;
import org.sss.server.coordinator.members.CoordinatorStarts;
import org.sss.server.node.config.NodeConfig;

/**
 * The coordinator that a node serves: of those at the address in its {@code cluster.nodes} whose directory knows the
 * start that the node has served before, the one that has started last. It is in {@code node.json}, so that others are
 * refused after a restart of the node, too. Thread-safe.
 */
final class ServedCoordinator {
    private static final Logger LOG = LoggerFactory.getLogger(ServedCoordinator.class);

    private static final int START_BYTES = 8;

    private final NodeConfig config;
    private final boolean comparesStarts;
    private final String place;
    /** See {@link ServedStart#starts}. Guarded by this. */
    private List<String> starts;
    /** Of the directory, or null. Guarded by this. */
    private NodeIdentity stored;

    private volatile long epoch;
    private volatile String address;

    /** @param comparesStarts false if all nodes are in one process, which no other node can join */
    ServedCoordinator(NodeConfig config, boolean comparesStarts) {
        this.config = config;
        this.comparesStarts = comparesStarts;
        place = ServedStart.placeOf(config.dataDirectory());
        stored = read();
        ServedStart before = stored == null ? ServedStart.NONE : stored.served();
        epoch = before.epoch();
        address = before.coordinator() == null ? config.coordinator().server().toString() : before.coordinator();
        boolean moved = !config.isCoordinator()
                && !address.equals(config.coordinator().server().toString());
        starts = moved || before.isOfCopy(place) ? List.of() : before.startsOrNone();
    }

    private NodeIdentity read() {
        try {
            return NodeIdentity.of(config.dataDirectory()).orElse(null);
        } catch (SssException e) {
            if (e.code() == ErrorCode.CORRUPT) {
                return null; // reported, or replaced, when the directory is claimed
            }
            throw e;
        }
    }

    /** An epoch for a coordinator that starts now in this directory. */
    long next(long nowMillis) {
        return Math.max(nowMillis, epoch + 1);
    }

    /** Draws the identity of this start of node 0. {@link #claim} writes it. */
    synchronized CoordinatorStarts newStart() {
        byte[] random = new byte[START_BYTES];
        new SecureRandom().nextBytes(random);
        String start = comparesStarts ? HexFormat.of().formatHex(random) : null;
        List<String> known = new ArrayList<>(starts);
        if (start != null) {
            known.add(start);
        }
        starts = List.copyOf(known);
        known.addAll(config.cluster().replaces());
        return new CoordinatorStarts(start, Set.copyOf(known), config.dataDirectory());
    }

    /** The identity of the start that this node has served last; null if it has served none, or is a copy. */
    synchronized String lastStart() {
        return !comparesStarts || starts.isEmpty() ? null : starts.get(starts.size() - 1);
    }

    /**
     * Serves the coordinator that has sent {@code map}, with the data of the directory. See {@link NodeIdentity#claim}.
     */
    synchronized void claim(ClusterMap map) {
        check(map.epoch());
        NodeIdentity next = identity(map);
        next.claim(config.dataDirectory(), config.coordinator().server());
        stored = next;
        serve(map);
    }

    private NodeIdentity identity(ClusterMap map) {
        return NodeIdentity.of(map, config.nodeId(), ServedStart.of(map, starts, place));
    }

    private void serve(ClusterMap map) {
        epoch = map.epoch();
        address = map.coordinator().server().toString();
    }

    /**
     * Answers a coordinator that asks to be served.
     *
     * @param joined the map of the node, or null
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the coordinator is of another cluster, or at another
     *     address
     */
    synchronized Served ask(Serve asked, ClusterMap joined) {
        ClusterMap theirs = asked.map();
        if (!theirs.nodes().equals(config.nodes())) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "node " + config.nodeId() + " belongs to the coordinator at "
                            + config.coordinator().server() + ", and refuses the one at "
                            + theirs.coordinator().server() + ": its cluster.nodes is "
                            + config.nodes() + ", that of the coordinator " + theirs.nodes()
                            + ". Two coordinators must not use one node: stop one of them; to"
                            + " move node 0, stop all nodes, make cluster.nodes the same on all of them, and start "
                            + "them");
        }
        if (stored != null && !stored.clusterId().equals(theirs.clusterId())) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "node " + config.nodeId() + " belongs to cluster " + stored.clusterId() + ", not to "
                            + theirs.clusterId() + "; compare cluster.nodes and data.dir of both nodes");
        }
        if (theirs.epoch() < epoch) {
            return new Served(false, epoch, address, joined, null);
        }
        String last = lastStart();
        boolean isNewStart =
                asked.start() != null && comparesStarts && !asked.start().equals(last);
        if (isNewStart && last != null && !last.equals(asked.previous())) {
            return new Served(false, epoch, address, joined, last);
        }
        if (theirs.epoch() > epoch || isNewStart) {
            starts = isNewStart ? List.of(asked.start()) : starts;
            if (stored != null) {
                NodeIdentity next = identity(theirs);
                next.write(config.dataDirectory());
                stored = next;
            }
            LOG.debug("node {} serves the coordinator of epoch {}", config.nodeId(), theirs.epoch());
            serve(theirs);
        }
        return new Served(true, epoch, address, joined, null);
    }

    /** True if this node has served a newer coordinator than the one with this epoch. */
    boolean isOlder(long other) {
        return other < epoch && !(other == 0 && epoch <= 1);
    }

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if this node has served a newer coordinator than the one
     * with this epoch
     */
    void check(long other) {
        if (isOlder(other)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "node " + config.nodeId() + " refuses this coordinator, since it serves the one at " + address
                            + ", which has started later. Node 0 runs twice: stop one of the two");
        }
    }
}
