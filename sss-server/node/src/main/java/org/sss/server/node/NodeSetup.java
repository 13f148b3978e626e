package org.sss.server.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.DataServer;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.dataserver.process.NativeLibrary;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.net.transport.Connections;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.memory.MemoryEnd;
import org.sss.server.node.memory.RunningTasks;
import org.sss.server.security.NodeSecurity;
import org.sss.server.security.PrivateDirectory;
import org.sss.server.task.spill.JobFileAccess;

/**
 * The settings of a node and its environment.
 *
 * @param transport     between nodes
 * @param ownsTransport whether closing the node closes the transport
 * @param security      of its connections
 * @param host          the process that the node is in
 * @param end           restarts the process when memory runs out, if the process is only this node; else null
 * @param umask         rights that the outputs of jobs do not get, or {@link JobFileAccess#UNCHANGED}
 */
record NodeSetup(
        NodeConfig config,
        Transport transport,
        boolean ownsTransport,
        NodeSecurity security,
        Host host,
        MemoryEnd end,
        int umask) {
    /**
     * @param userCode             class loader for workflows that come without jars, or null
     * @param defaultSubgroupCount for the first start of a cluster that has none configured
     * @param memory               for tuples, shared with other nodes of this process; null for the configured amount
     * @param fleeting             whether the node's directory is not needed after the node is closed
     */
    record Host(ClassLoader userCode, int defaultSubgroupCount, MemoryBudget memory, boolean fleeting) {
        /** A process that is only the node. */
        static Host ofOneNode(NodeConfig config) {
            return new Host(null, config.defaultSubgroupCount(), null, false);
        }
    }

    /** The connect timeout is at least this; otherwise it is the idle timeout of connections. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    /** Larger groups go to a file: the memory is better used for data that is being written. */
    private static final long FLEETING_BYTES = 64 << 10;

    /**
     * Returns the setup of a node with TCP between the processes. Loads the native library.
     *
     * @param end   see {@link NodeSetup}
     * @param umask see {@link NodeSetup}
     */
    static NodeSetup of(NodeConfig config, MemoryEnd end, int umask) {
        DataVersions.check(config.dataDirectory());
        NativeLibrary.load(config.dataDirectory());
        NodeInfo self = config.self();
        Duration idle = config.net().idleTimeout();
        StreamConfig streams = new StreamConfig(
                StreamConfig.windowBytes(config.nodes().size() * config.tasks().threads()),
                config.net().stallTimeout(),
                StreamConfig.DEFAULTS.maxStreams());
        NodeSecurity security = NodeSecurity.open(
                config.security().mode(), config.security().directory(), config.nodes(), config.isCoordinator());
        TcpConfig tcp = TcpConfig.DEFAULTS
                .withIo(config.net().io())
                .withTimeouts(idle, longer(idle, TcpConfig.DEFAULTS.prefaceTimeout()))
                .withStreams(streams)
                .withRings(NodeRings.of(config));
        Transport transport = new LocalFirstTransport(
                new LocalTransport(streams), security.transport(tcp), Set.of(self.server(), self.data()));
        return new NodeSetup(config, transport, true, security, Host.ofOneNode(config), end, umask);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Returns connections to other nodes. */
    Connections connections() {
        Duration idle = config.net().idleTimeout();
        Duration shorter = idle.compareTo(TcpConfig.LONGEST_PEERS_IDLE) < 0 ? idle : TcpConfig.LONGEST_PEERS_IDLE;
        return new Connections(transport, longer(shorter, CONNECT_TIMEOUT));
    }

    static Path createDirectory(NodeConfig config) {
        DataVersions.check(config.dataDirectory());
        try {
            return PrivateDirectory.make(config.dataDirectory());
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE, "cannot make the data directory " + config.dataDirectory() + ": " + e, e);
        }
    }

    DataServer openData(Path directory) {
        return host.memory == null
                ? DataServer.open(directory, dataServer())
                : DataServer.open(directory, dataServer(), host.memory);
    }

    /** The memory shortage that the process restarted after, or null. */
    Shortage shortage() {
        return end == null ? null : end.shortage();
    }

    /** Returns whether the process is only this node. */
    boolean isProcess() {
        return umask != JobFileAccess.UNCHANGED;
    }

    RunningTasks runningTasks() {
        return end == null ? RunningTasks.NONE : end.tasks();
    }

    CoordinatorState.Persistence persistence() {
        return host.fleeting
                ? CoordinatorState.Persistence.NONE
                : config.storage().syncsCommits()
                        ? CoordinatorState.Persistence.SYNCED
                        : CoordinatorState.Persistence.WRITTEN;
    }

    private DataServerConfig dataServer() {
        return DataServerConfig.defaults()
                .withStallTimeout(config.net().stallTimeout())
                .withLayout(config.storage().layout())
                .withWriter(config.storage().writer())
                .withMemoryBytes(config.storage().memoryBytes())
                .withFleetingBytes(host.fleeting ? FLEETING_BYTES : 0)
                .withDurability(
                        config.storage().syncsCommits()
                                ? DataServerConfig.Durability.COMMIT
                                : DataServerConfig.Durability.NONE);
    }
}
