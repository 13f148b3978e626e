package org.sss.server.node;

import java.nio.file.Path;
import org.sss.dataserver.DataServer;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.net.transport.Transport;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.memory.MemoryEnd;
import org.sss.server.node.memory.RunningTasks;
import org.sss.server.security.NodeSecurity;
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
record NodeSetup(NodeConfig config, Transport transport, boolean ownsTransport, NodeSecurity security, Host host, MemoryEnd end,
        int umask) {
    /**
     * @param userCode             class loader for workflows that come without jars, or null
     * @param defaultSubgroupCount for the first start of a cluster that has none configured
     * @param memory               for tuples, shared with other nodes of this process; or null for the configured amount
     * @param fleeting             whether the node's directory is not needed after the node is closed
     */
    record Host(ClassLoader userCode, int defaultSubgroupCount, MemoryBudget memory, boolean fleeting) {
        /** A process that is only the node. */
        static Host ofOneNode(NodeConfig config) {
            return new Host(null, config.defaultSubgroupCount(), null, false);
        }
    }

    /** Larger groups go to a file: the memory is better used for data that is being written. */
    private static final long FLEETING_BYTES = 64 << 10;

    DataServer openData(Path directory) {
        return host.memory == null ? DataServer.open(directory, dataServer()) : DataServer.open(directory, dataServer(), host.memory);
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
        return host.fleeting ? CoordinatorState.Persistence.NONE
                : config.storage().syncsCommits() ? CoordinatorState.Persistence.SYNCED : CoordinatorState.Persistence.WRITTEN;
    }

    private DataServerConfig dataServer() {
        return DataServerConfig.defaults().withStallTimeout(config.net().stallTimeout()).withLayout(config.storage().layout()).withWriter(config.storage().writer())
                .withMemoryBytes(config.storage().memoryBytes()).withFleetingBytes(host.fleeting ? FLEETING_BYTES : 0)
                .withDurability(config.storage().syncsCommits() ? DataServerConfig.Durability.COMMIT : DataServerConfig.Durability.NONE);
    }
}
