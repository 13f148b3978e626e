package org.sss.server.node;

import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.ServerVerbs.Shortage;

/** Reports the health of this node. Thread-safe. */
final class StatusReport {
    private static final String UNRELEASED = "unreleased";

    private final int nodeId;
    private final Path directory;
    private final IntSupplier tasksRunning;
    private final Shortage shortage;
    private final long startedMillis = System.currentTimeMillis();

    /** @param shortage that ended the previous process, or null */
    StatusReport(int nodeId, Path directory, IntSupplier tasksRunning, Shortage shortage) {
        this.nodeId = nodeId;
        this.directory = directory;
        this.tasksRunning = tasksRunning;
        this.shortage = shortage;
    }

    NodeStatus now() {
        Runtime runtime = Runtime.getRuntime();
        return new NodeStatus(nodeId, version(), ProcessHandle.current().pid(),
                System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ")", startedMillis,
                runtime.totalMemory() - runtime.freeMemory(), runtime.maxMemory(), directory.toFile().getUsableSpace(),
                tasksRunning.getAsInt(), directory.toString(), shortage);
    }

    private static String version() {
        String version = StatusReport.class.getPackage().getImplementationVersion();
        return version == null ? UNRELEASED : version;
    }
}
