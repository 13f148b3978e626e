package org.sss.client.link;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Cluster;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.Version;
import org.sss.net.data.GroupHolders;
import org.sss.net.data.ReadFailures;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;

/** Connections of one client to the nodes of one cluster, opened when needed. Thread-safe. */
public final class ClusterLink implements AutoCloseable {
    public static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    /**
     * A client or a node on a busy machine may take seconds for each step, and all threads of a process stall while
     * Java clears an array of a GiB for user code. A refused connection fails at once.
     */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);
    /** A connection that is lost before the first answer is made again so often. */
    private static final int FIRST_ATTEMPTS = 3;

    private final Connections connections;
    private final ReadFailures failures = new ReadFailures(System::nanoTime, Warnings::warn);
    private volatile ClusterMap map;
    private final WriterBuffers writerBuffers;

    /**
     * Requests the list of nodes from {@code first}, which may be any node. The transport remains owned by the caller.
     *
     * @throws SssException with the address: NODE_UNREACHABLE, at once if nothing listens there, after 8 s if the host
     *     does not answer; TIMEOUT after 30 s if something listens and does not answer
     */
    public ClusterLink(Transport transport, NodeAddress first) {
        this(transport, first, CONNECT_TIMEOUT);
    }

    /** @param patience for each connection, and for the first answer */
    ClusterLink(Transport transport, NodeAddress first, Duration patience) {
        connections = new Connections(transport, patience);
        try {
            Cluster cluster = firstAnswer(first, patience);
            map = cluster.map();
            versionWarning(Version.own(), first, cluster.version()).ifPresent(Warnings::warn);
        } catch (SssException e) {
            close();
            throw unreachable(first, e);
        }
        writerBuffers = new WriterBuffers(map.subgroupCount());
    }

    private Cluster firstAnswer(NodeAddress first, Duration patience) {
        for (int attempt = 1; ; attempt++) {
            Connection connection = connections.to(first);
            try {
                return Rpc.call(connection, ServerVerbs.CLUSTER, new Nothing(), Cluster.class, patience);
            } catch (SssException e) {
                if (attempt == FIRST_ATTEMPTS || connection.isOpen() || e.code().kind() != ErrorCode.Kind.RETRYABLE) {
                    throw e;
                }
            }
        }
    }

    public ClusterMap map() {
        return map;
    }

    /** Returns the map by which a new group is stored; asks for it if the group is newer than the known one. */
    public ClusterMap mapFor(GroupInfo group) {
        return group.placement() == null ? map : byMap(known -> known.writtenBy(group.placement()));
    }

    /**
     * Returns the nodes that have a group; asks for the map of the cluster if the group is newer than the known one.
     *
     * @throws SssException NOT_FOUND if the coordinator does not know where it is either
     */
    public GroupHolders holders(GroupInfo group) {
        return byMap(known -> new GroupHolders(known, group, failures));
    }

    private <R> R byMap(Function<ClusterMap, R> read) {
        try {
            return read.apply(map);
        } catch (SssException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            ClusterMap newest =
                    ask(ServerVerbs.CLUSTER, new Nothing(), Cluster.class).map();
            map = newest;
            return read.apply(newest);
        }
    }

    /** Reports that other copies of a group are read, as a node has failed. */
    void reportCopyRead(NodeInfo node, GroupInfo group, SssException e) {
        failures.report(node, group.id(), e);
    }

    public WriterBuffers writerBuffers() {
        return writerBuffers;
    }

    public Connection connection(NodeAddress address) {
        return connections.to(address);
    }

    public Connection coordinator() {
        return connection(map.coordinator().server());
    }

    /** Sends a request to the coordinator and returns its response. */
    public <R> R ask(Verb verb, Object request, Class<R> response) {
        return Rpc.call(coordinator(), verb, request, response, CALL_TIMEOUT);
    }

    @Override
    public void close() {
        connections.close();
    }

    static Optional<String> versionWarning(String own, NodeAddress node, String version) {
        return Version.differ(own, version)
                ? Optional.of("This client is SSS " + own + ", and node " + node + " is SSS " + version
                        + ": use the version of the cluster, since jobs and messages of another one may fail "
                        + "or mean something else")
                : Optional.empty();
    }

    private static SssException unreachable(NodeAddress address, SssException e) {
        if (e.code() == ErrorCode.PROTOCOL && e.getMessage().startsWith("verb '")) {
            return new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    address + " is the data port of a node, or a node of another"
                            + " version; connect to its server port, the first of the two in cluster.nodes",
                    e);
        }
        if (Unauthenticated.isWithoutProof(e)) {
            return new SssException(e.code(), e.getMessage() + TokenFile.hint(), e);
        }
        if (e.code() == ErrorCode.TIMEOUT) {
            return new SssException(
                    e.code(),
                    "the node at " + address + " is running, but does not answer (" + e.getMessage()
                            + "); try again, or see its log",
                    e);
        }
        return e.code() != ErrorCode.NODE_UNREACHABLE || e.remoteTrace() != null
                ? e
                : new SssException(
                        e.code(),
                        "no SSS node answers at "
                                + address + " (" + e.getMessage()
                                + "); start one ('sss cluster start --nodes 1 --dir DIR'), or connect to another"
                                + " HOST:PORT",
                        e);
    }
}
