package org.sss.server.node;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig.Layout;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.server.coordinator.Coordinator;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.execution.job.JobDefaults;
import org.sss.server.coordinator.execution.job.Scheduling;
import org.sss.server.coordinator.execution.job.ShuffleDefaults;
import org.sss.server.coordinator.members.CoordinatorStarts;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.members.Repairer;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.coordinator.state.MissingJournal;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.shuffle.ShuffleMethods;

/** Opens the coordinator on node 0. Stateless. */
final class CoordinatorWiring {
    private CoordinatorWiring() {}

    /**
     * Opens it and registers its verbs.
     *
     * @param starts   of node 0, which nodes compare with those that they have served
     * @param shortage that the process was started after, or null
     */
    static Coordinator open(NodeParts node, BlobStore blobs, CoordinatorStarts starts, Shortage shortage) {
        NodeConfig config = node.config();
        if (node.setup().persistence() != CoordinatorState.Persistence.NONE) {
            Path directory = config.dataDirectory();
            MissingJournal.check(
                    directory,
                    List.of(
                            directory.resolve(NodeIdentity.FILE),
                            directory.resolve("data/groups"),
                            directory.resolve("data/tuples.bdb")));
        }
        Scheduling scheduling =
                new Scheduling(node.threads().work(), node.threads().timer(), Clock.systemUTC());
        Coordinator.Environment environment = new Coordinator.Environment(
                config.dataDirectory(),
                node.setup().persistence(),
                blobs,
                scheduling,
                config.workflows().running(),
                defaults(config),
                new Repairer.Limits(
                        config.cluster().repair().after(),
                        config.cluster().repair().bytesPerSecond()),
                shortage);
        CoordinatorState.Shape shape = new CoordinatorState.Shape(
                config.nodes().size(),
                config.cluster().subgroupCount(),
                node.setup().host().defaultSubgroupCount());
        Coordinator coordinator = node.resources()
                .push(Coordinator.open(
                        environment,
                        shape,
                        state -> members(node, state, starts, scheduling.clock().millis())));
        node.served().claim(coordinator.map());
        coordinator.register(node.service());
        return coordinator;
    }

    private static JobDefaults defaults(NodeConfig config) {
        return new JobDefaults(
                config.workflows().retry(),
                new ShuffleDefaults(
                        config.shuffle().method(),
                        config.net().stallTimeout().multipliedBy(2),
                        config.shuffle().memoryBytes(),
                        ShuffleMethods::plan));
    }

    /** The configured number of copies; 1 where there can be no others. */
    private static int replication(NodeParts node) {
        int configured = node.config().cluster().replication();
        boolean isPossible = node.setup().persistence() != CoordinatorState.Persistence.NONE
                && node.config().storage().layout() == Layout.BLOCKS;
        if (configured > 1 && !isPossible) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "replication = " + configured + " needs storage.layout = blocks, whose files are copied, and nodes"
                            + " that keep their data; set replication = 1");
        }
        return isPossible ? configured : 1;
    }

    private static Members members(NodeParts node, CoordinatorState state, CoordinatorStarts starts, long nowMillis) {
        ClusterMap map = new ClusterMap(
                state.clusterId(), node.served().next(nowMillis), node.config().nodes(), state.subgroupCount());
        if (!node.setup().ownsTransport()) {
            state.catalog().places().ignoreRequests();
        }
        map = state.catalog().places().prepare(replication(node), state.isNew(), map);
        return new Members(map, starts, node.connections(), node.threads().work());
    }
}
