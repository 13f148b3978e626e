package org.sss.server.node.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.sss.net.control.NodeInfo;

/** The table of settings: name, type with check, default, documentation. */
final class Settings {
    static final Setting<Integer> NODE_ID = new Setting<>("node.id", SettingType.integer(0, 255), null,
            "Number of this node: its place in `cluster.nodes`, from 0. Node 0 is the coordinator.");
    static final Setting<List<NodeInfo>> CLUSTER_NODES = new Setting<>("cluster.nodes", SettingType.nodes(), null,
            "All nodes, the same list in the same order on each node. Without ports they are 21200 (server) and 21201 (data)."
            + " The number of nodes is fixed at the first start; addresses may change.");
    static final Setting<Path> DATA_DIR = new Setting<>("data.dir", SettingType.path(), null,
            "Where this node keeps everything. Made when it is missing. A relative path starts at the directory of the configuration file.");
    static final Setting<Integer> CLUSTER_SUBGROUPS = new Setting<>("cluster.subgroups", SettingType.integer(0, 1024), "0",
            "Subgroups of every group, fixed at the first start of node 0, which alone reads this. 0 stands for: nodes x"
            + " task threads of node 0, but at least two for each node and at most 1024 in all. Else at least one for each node.");
    static final Setting<Integer> TASK_THREADS = new Setting<>("task.threads", SettingType.integer(0, 1024), "0",
            "Tasks that this node runs at once. 0 stands for the number of cores, shared by the nodes that `cluster.nodes` lists with"
            + " the same host.");
    static final Setting<Long> TASK_BUFFER = new Setting<>("task.buffer", SettingType.size("0B", "1GiB"), "0B",
            "Memory in which one task combines its output; to sort it without a combiner takes at most 64MiB of that. 0B stands for"
            + " a quarter of the heap shared by all task threads, at most 256 MiB each.");
    static final Setting<String> TASK_GROUPING = new Setting<>("task.grouping", SettingType.choice("auto", "hash", "sort"), "auto",
            "How a task collects what has no combiner before it writes it; what it writes is the same. `hash`: in a table in which"
            + " values are appended to their key. `sort`: one after the other, to be sorted. `auto`: as `hash` as long as keys come"
            + " again and again, then as `sort`; the others are there to be compared with it. A partitioner of one's own and the first"
            + " value of more than 2KiB make all of them `sort`.");
    static final Setting<String> STORAGE_LAYOUT = new Setting<>("storage.layout", SettingType.choice("blocks", "memory", "tuples"), "blocks",
            "How the data server keeps the groups that are written from now on. `blocks`: in files. `memory`: in direct memory, as"
            + " far as three quarters of `data.memory` allow, else in files; what is in memory is lost when the node ends. `tuples`:"
            + " tuple by tuple in one file for the whole node, as the original SSS did, to compare with; slow, and lost when the node"
            + " is killed.");
    static final Setting<Long> DATA_MEMORY = new Setting<>("data.memory", SettingType.size("0B", "1TiB"), "0B",
            "Direct memory in which the data server keeps tuples until they are committed; when it is used up, they go to files"
            + " as they come and are merged when they are read. 0B stands for a quarter of the heap up to 512MiB, and a twelfth of a"
            + " heap above 6GiB. Nodes of one process share it. The JVM allows as much direct memory as heap, or `-XX:MaxDirectMemorySize`; three"
            + " quarters of that may be given here.");
    static final Setting<String> DURABILITY = new Setting<>("durability", SettingType.choice("commit", "none"), "commit",
            "`commit`: a group is on the disk before it is announced. `none`: a crash of the machine (not of the process) may"
            + " lose groups written shortly before.");
    static final Setting<String> NET_IO = new Setting<>("net.io", SettingType.choice("auto", "epoll", "io_uring", "nio"), "auto",
            "How sockets are served. `auto` takes the first of the others that works on this machine.");
    static final Setting<Duration> NET_IDLE_TIMEOUT = new Setting<>("net.idleTimeout", SettingType.duration("200ms", "1h"), "8s",
            "A connection that was silent for so long, although it is asked for a sign of life every quarter of this time, is"
            + " closed; its node counts as lost. Clients and other nodes wait as long, clients 2 minutes at most, other nodes longer if their own setting says so.");
    static final Setting<Duration> NET_STALL_TIMEOUT = new Setting<>("net.stallTimeout", SettingType.duration("1s", "1h"), "30s",
            "A sender whose receiver takes nothing for so long gives up.");
    static final Setting<Long> BLOBS_SIZE = new Setting<>("blobs.size", SettingType.size("1MiB", "1TiB"), "4GiB",
            "Disk space for jars and serialized jobs on this node; those that were not used for the longest time make room.");
    static final Setting<Integer> WORKFLOWS_RUNNING = new Setting<>("workflows.running", SettingType.integer(1, 256), "16",
            "Workflows that run at once; further ones wait. Node 0 alone reads this.");
    static final Setting<Integer> TASK_ATTEMPTS = new Setting<>("task.attempts", SettingType.integer(1, 100), "3",
            "How often a task is tried when it fails for another reason than the user's code or data: a connection was cut, a disk"
            + " could not write, a node was overloaded. A job is begun anew as often when a node was lost and came back. Node 0"
            + " alone reads this.");
    static final Setting<Duration> TASK_NODE_PATIENCE = new Setting<>("task.nodePatience", SettingType.duration("0ms", "1h"), "15s",
            "How long a job waits for a node that was lost before it fails: longer than a node takes to start again. Node 0 alone reads this.");

    static final Setting<Duration> TASK_STALL_TIMEOUT = new Setting<>("task.stallTimeout", SettingType.duration("1s", "10000h"), "1h",
            "A call of user code that reads no value, emits and counts nothing and does not return for so long fails its job, with the"
            + " key and the line where it is. A workflow may say otherwise (`stallTimeout`, `sss run --stall-timeout`).");

    static final List<Setting<?>> ALL = List.of(NODE_ID, CLUSTER_NODES, DATA_DIR, CLUSTER_SUBGROUPS, TASK_THREADS, TASK_BUFFER,
            TASK_GROUPING, STORAGE_LAYOUT, DATA_MEMORY, DURABILITY, NET_IO, NET_IDLE_TIMEOUT, NET_STALL_TIMEOUT, BLOBS_SIZE, WORKFLOWS_RUNNING,
            TASK_ATTEMPTS, TASK_NODE_PATIENCE, TASK_STALL_TIMEOUT);

    private Settings() {
    }
}
