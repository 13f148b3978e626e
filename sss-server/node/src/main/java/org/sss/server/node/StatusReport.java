package org.sss.server.node;

import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.io.RecordFormats;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.MachineLoad;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.ServerVerbs.RingUse;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.server.coordinator.state.SssVersion;

/** Reports the health of this node. Thread-safe. */
final class StatusReport {
    private static final Logger LOG = LoggerFactory.getLogger(StatusReport.class);

    private final int nodeId;
    private final Path directory;
    private final IntSupplier tasksRunning;
    private final Shortage shortage;
    private final Supplier<List<RingUse>> rings;
    private final Supplier<List<String>> expiring;
    private final List<String> connectors = connectors();
    private final long startedMillis = System.currentTimeMillis();

    /**
     * @param shortage that ended the previous process, or null
     * @param rings    to other nodes
     * @param expiring what ends soon, see {@link NodeStatus}
     */
    StatusReport(
            int nodeId,
            Path directory,
            IntSupplier tasksRunning,
            Shortage shortage,
            Supplier<List<RingUse>> rings,
            Supplier<List<String>> expiring) {
        this.nodeId = nodeId;
        this.directory = directory;
        this.tasksRunning = tasksRunning;
        this.shortage = shortage;
        this.rings = rings;
        this.expiring = expiring;
    }

    private static List<String> connectors() {
        try {
            List<String> all = RecordFormats.ofConnectors();
            return all.isEmpty() ? null : all;
        } catch (SssException e) {
            LOG.warn("Jobs that need a connector are refused: {}", e.getMessage());
            return null;
        }
    }

    NodeStatus now() {
        Runtime runtime = Runtime.getRuntime();
        List<RingUse> used = rings.get();
        List<String> ending = expiring.get();
        return new NodeStatus(
                nodeId,
                new ServerVerbs.NodeProcess(
                        SssVersion.text(),
                        ProcessHandle.current().pid(),
                        System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ")",
                        startedMillis,
                        runtime.totalMemory() - runtime.freeMemory(),
                        runtime.maxMemory(),
                        connectors),
                tasksRunning.getAsInt(),
                new ServerVerbs.NodeDisk(directory.toFile().getUsableSpace(), directory.toString()),
                shortage,
                used.isEmpty() ? null : used,
                MachineLoad.now(),
                ending.isEmpty() ? null : ending);
    }
}
