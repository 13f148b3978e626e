package org.sss.server.node;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.dataserver.process.NativeLibrary;
import org.sss.dataserver.process.OwnProcess;
import org.sss.net.block.ZstdLibrary;
import org.sss.server.code.JobPoolThreads;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.memory.FatalErrors;
import org.sss.server.node.memory.MemoryEnd;
import org.sss.server.security.RootRule;
import org.sss.server.security.SecurityMode;
import org.sss.server.task.spill.JobFileAccess;

/** Runs a node until its process is asked to end. Stateless. */
public final class NodeProgram {
    private static final Logger LOG = LoggerFactory.getLogger(NodeProgram.class);

    private NodeProgram() {}

    /**
     * Starts a node, waits until the process is asked to end (SIGTERM, Ctrl-C), then closes it. If the node runs out of
     * memory, the process ends.
     *
     * @throws SssException if the node cannot start or join its cluster
     */
    public static void run(NodeConfig config) {
        run(config, null, JobFileAccess.UNCHANGED);
    }

    /**
     * As {@link #run(NodeConfig)}, for a process that is only this node: if it runs out of memory, the process restarts
     * with the same command line.
     */
    public static void runAsProcess(NodeConfig config) {
        JobPoolThreads.install();
        if (ProcessHandle.current().pid() == 1) {
            LOG.warn(
                    "node {} is process 1, which has to reap the processes that executables of jobs have left, and"
                            + " does not: start the container with an init (docker run --init, tini)",
                    config.nodeId());
        }
        RootRule.ofThisProcess(
                        SecurityMode.isLoopback(config.nodes()),
                        config.security().mayRunAsRoot())
                .check(config.nodeId());
        NodeSetup.createDirectory(config);
        NativeLibrary.load(config.dataDirectory());
        int umask = OwnProcess.makeFilesPrivate();
        run(config, MemoryEnd.prepare(config.nodeId(), config.tasks().threads()), umask);
    }

    private static void run(NodeConfig config, MemoryEnd memory, int umask) {
        LOG.info("{}", config);
        Thread.setDefaultUncaughtExceptionHandler(new FatalErrors(config.nodeId(), memory));
        Node node = Node.start(NodeSetup.of(config, memory, umask));
        CompletableFuture<Void> end = new CompletableFuture<>();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            end.complete(null);
                            node.close();
                        },
                        "shutdown"));
        node.ready().whenComplete((map, error) -> {
            if (error != null) {
                end.completeExceptionally(error);
            } else {
                loadLibraries();
            }
        });
        try {
            end.join();
        } catch (CompletionException e) {
            throw SssException.of(e, "running a node");
        } finally {
            node.close();
        }
    }

    /** Loads what is usually loaded at first use: the directory from which that is done may be deleted until then. */
    private static void loadLibraries() {
        Thread loader = new Thread(
                () -> {
                    try {
                        ZstdLibrary.check();
                    } catch (SssException e) {
                        LOG.warn("{}", e.getMessage());
                    }
                },
                "load-libraries");
        loader.setDaemon(true);
        loader.start();
    }
}
