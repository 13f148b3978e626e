package org.sss.server.node;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs.Served;
import org.sss.server.node.config.NodeConfig;

/**
 * The coordinator that a node serves: of those at the address in its {@code cluster.nodes}, the one that has started last. It is in {@code node.json},
 * so that an older one is refused after a restart of the node, too. Thread-safe.
 */
final class ServedCoordinator {
    private static final Logger LOG = LoggerFactory.getLogger(ServedCoordinator.class);

    private final NodeConfig config;
    /** Of the directory, or null. Guarded by this. */
    private NodeIdentity stored;
    private volatile long epoch;
    private volatile String address;

    ServedCoordinator(NodeConfig config) {
        this.config = config;
        stored = read();
        epoch = stored == null ? 0 : stored.epoch();
        address = stored == null || stored.coordinator() == null ? config.coordinator().server().toString() : stored.coordinator();
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

    /** Serves the coordinator that has sent {@code map}, with the data of the directory. See {@link NodeIdentity#claim}. */
    synchronized void claim(ClusterMap map) {
        check(map.epoch());
        NodeIdentity.of(map, config.nodeId()).claim(config.dataDirectory(), config.coordinator().server());
        stored = NodeIdentity.of(map, config.nodeId());
        serve(map);
    }

    private void serve(ClusterMap map) {
        epoch = map.epoch();
        address = map.coordinator().server().toString();
    }

    /**
     * Answers a coordinator that asks to be served.
     *
     * @param joined the map of the node, or null
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the coordinator is of another cluster, or at another address
     */
    synchronized Served ask(ClusterMap theirs, ClusterMap joined) {
        if (!theirs.nodes().equals(config.nodes())) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "node " + config.nodeId() + " belongs to the coordinator at "
                    + config.coordinator().server() + ", and refuses the one at " + theirs.coordinator().server() + ": its cluster.nodes is "
                    + config.nodes() + ", that of the coordinator " + theirs.nodes() + ". Two coordinators must not use one node: stop one of them; to"
                    + " move node 0, stop all nodes, make cluster.nodes the same on all of them, and start them");
        }
        if (stored != null && !stored.clusterId().equals(theirs.clusterId())) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "node " + config.nodeId() + " belongs to cluster " + stored.clusterId() + ", not to "
                    + theirs.clusterId() + "; compare cluster.nodes and data.dir of both nodes");
        }
        if (theirs.epoch() < epoch) {
            return new Served(false, epoch, address, joined);
        }
        if (theirs.epoch() > epoch) {
            if (stored != null) {
                NodeIdentity next = NodeIdentity.of(theirs, config.nodeId());
                next.write(config.dataDirectory());
                stored = next;
            }
            LOG.debug("node {} serves the coordinator of epoch {}", config.nodeId(), theirs.epoch());
            serve(theirs);
        }
        return new Served(true, epoch, address, joined);
    }

    /** True if this node has served a newer coordinator than the one with this epoch. */
    boolean isOlder(long other) {
        return other < epoch && !(other == 0 && epoch <= 1);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if this node has served a newer coordinator than the one with this epoch */
    void check(long other) {
        if (isOlder(other)) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "node " + config.nodeId() + " refuses this coordinator, since it serves the one at " + address
                    + ", which has started later. Node 0 runs twice: stop one of the two");
        }
    }
}
