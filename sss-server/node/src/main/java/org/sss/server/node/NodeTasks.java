package org.sss.server.node;

import org.sss.api.SssException;
import org.sss.dataserver.DataServer;
import org.sss.io.exec.ProgramJob;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoreHost;
import org.sss.net.control.ClusterMap;
import org.sss.net.transport.Work;
import org.sss.server.code.ProcessDefaults;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.blob.BlobStreams;
import org.sss.server.node.code.CodeCache;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.memory.FatalErrors;
import org.sss.server.node.memory.MemoryEnd;
import org.sss.server.node.memory.MemoryWatch;
import org.sss.server.node.memory.RunningFile;
import org.sss.server.node.slots.TaskLanes;
import org.sss.server.node.slots.TaskService;
import org.sss.server.shuffle.ShuffleService;
import org.sss.server.shuffle.files.RelocationFiles;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.task.spill.JobFileAccess;
import org.sss.server.task.spill.ScratchDirectory;

/**
 * The tasks of a node, and what they use: code, threads, files, shuffles. Thread-safe.
 *
 * @param groups to be notified of commits and drops
 */
record NodeTasks(TaskService service, ShuffleService shuffles, NodeGroups groups, ScratchDirectory scratch) {
    /**
     * Opens it and registers its verbs.
     *
     * @param running in which the running tasks are recorded
     */
    static NodeTasks open(NodeParts node, DataServer data, BlobStore blobs, RunningFile running) {
        NodeConfig config = node.config();
        CodeCache codes = node.resources().push(codes(node, blobs));
        TaskLanes lanes = node.resources()
                .push(new TaskLanes("node-" + node.nodeId(), config.tasks().threads()));
        JobFileAccess access =
                new JobFileAccess(config.security().files(), node.setup().umask());
        ScratchDirectory scratch =
                new ScratchDirectory(config.dataDirectory().resolve("tmp"), access, stores(node, access));
        RelocationFiles relocated = node.resources()
                .push(new RelocationFiles(
                        config.shuffle().spillDirectory().orElse(null),
                        config.dataDirectory().resolve("held"),
                        node.nodeId()));
        NodeGroups groups = new NodeGroups(
                scratch.jobFiles(),
                codes,
                relocated,
                node.served(),
                new GroupNames(node::coordinator, System::nanoTime));
        ShuffleService shuffles = node.resources().push(openShuffles(node, data, scratch, relocated));
        TaskService tasks = new TaskService(
                node.nodeId(),
                node.map(),
                lanes,
                codes,
                data,
                node::to,
                shuffles,
                config.tasks().bufferBytes(),
                config.tasks().grouping(),
                scratch,
                node.threads().timer(),
                config.tasks().stallTimeout(),
                node.setup().runningTasks(),
                running);
        tasks.checking(node.served()::check);
        watchMemory(node, tasks, codes);
        if (node.setup().isProcess()) {
            tasks.restore(ProcessDefaults.ofThisProcess());
        }
        tasks.register(node.service());
        return new NodeTasks(tasks, shuffles, groups, scratch);
    }

    private static FileStores stores(NodeParts node, JobFileAccess access) {
        StoreHost host = new StoreHost(
                "node " + node.nodeId(),
                node.config().security().secrets(),
                node.config().dataDirectory().resolve("connectors"),
                System.getenv());
        return new FileStores(host, access);
    }

    private static CodeCache codes(NodeParts node, BlobStore blobs) {
        return new CodeCache(
                blobs,
                new BlobStreams(blobs, node.threads().work()),
                node::coordinator,
                node.setup().host().userCode(),
                new ProgramJob.Host(
                        Integer.toString(node.nodeId()), node.config().tasks().python()),
                node.threads().timer());
    }

    /**
     * Deletes what an earlier process has left in the shared directory, and lets tasks and shuffles use it if they
     * shall. Before the first task; at node 0 before other nodes join.
     *
     * @throws SssException if they shall, and it is not shared with node 0
     */
    void prepareFiles(NodeConfig config, ClusterMap cluster) {
        groups.relocated().sweep(cluster.clusterId());
        if (config.shuffle().spillsToShared()) {
            scratch.use(groups.relocated().waiting(cluster));
        }
    }

    /** Lets connectors clean up what an earlier process has left. They may wait for other servers. */
    void recoverStores(NodeThreads threads) {
        Work.execute(threads.work(), scratch.stores()::recover, "cleaning up files of connectors");
    }

    private static ShuffleService openShuffles(
            NodeParts node, DataServer data, ScratchDirectory scratch, RelocationFiles relocated) {
        ShuffleContext context = new ShuffleContext(
                node.nodeId(),
                node::to,
                new ShuffleBudget(data.memory()),
                () -> scratch.make("shuffle-"),
                node.threads().work(),
                data::received,
                node.config().net().stallTimeout(),
                relocated);
        ShuffleService shuffles = new ShuffleService(context, node.threads().timer());
        shuffles.register(node.service());
        return shuffles;
    }

    private static void watchMemory(NodeParts node, TaskService tasks, CodeCache codes) {
        MemoryEnd end = node.setup().end();
        if (end != null) {
            FatalErrors fatal = new FatalErrors(node.nodeId(), end);
            MemoryWatch watch = node.resources()
                    .push(new MemoryWatch(
                            "node-" + node.nodeId() + "-memory",
                            tasks::running,
                            codes::forgetIdle,
                            e -> fatal.endNode(Thread.currentThread(), e)));
            tasks.onOutOfMemory(watch::ranOut);
        }
    }
}
