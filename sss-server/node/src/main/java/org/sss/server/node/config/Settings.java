package org.sss.server.node.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sss.api.Grouping;
import org.sss.api.Shuffle;
import org.sss.dataserver.process.DataServerConfig.Layout;
import org.sss.dataserver.process.DataServerConfig.SegmentFileWriter;
import org.sss.net.control.NodeInfo;

/** The table of settings: name, type with check, default, documentation. */
final class Settings {
    private static final List<Setting<?>> DECLARED = new ArrayList<>();

    static final Setting<Integer> NODE_ID = setting(
            "node.id",
            SettingType.integer(0, 255),
            null,
            "Number of this node: its position in `cluster.nodes`, from 0. Node 0 is the coordinator.");
    static final Setting<List<NodeInfo>> CLUSTER_NODES = setting(
            "cluster.nodes",
            SettingType.nodes(),
            null,
            "All nodes, the same list in the same order on each node. The default ports are 21200"
                    + " (server) and 21201 (data). The number of nodes is fixed at the first start; addresses"
                    + " may change.");
    static final Setting<Path> DATA_DIR = setting(
            "data.dir",
            SettingType.path(),
            null,
            "The directory for everything that this node stores. It is created if it does not exist."
                    + " A relative path starts at the directory of the configuration file.");
    static final Setting<Integer> CLUSTER_SUBGROUPS = setting(
            "cluster.subgroups",
            SettingType.integer(0, 1024),
            "0",
            "Subgroups of every group, fixed at the first start of node 0. 0 stands for nodes x task"
                    + " threads of node 0, at least two for each node and at most 1024 in all. Any other value"
                    + " must be at least one for each node. Only node 0 reads this.");
    static final Setting<Integer> REPLICATION = setting(
            "replication",
            SettingType.integer(0, 3),
            "0",
            "Copies of each group with a name, on different nodes, and on different hosts if there are enough, so that"
                    + " it survives the loss of all nodes but one that have them. 0 stands for 2 if `cluster.nodes`"
                    + " lists three hosts or more, and else for 1; node 0 decides this at its first start. A larger"
                    + " number than before is for new groups"
                    + " ([copies of groups](operations.md#copies-of-groups)). Only node 0 reads this.");
    static final Setting<Duration> REPAIR_AFTER = setting(
            "repair.after",
            SettingType.duration("0s", "10000h"),
            "10min",
            "How long a node may not answer before other nodes get copies of what it has, as it may be back soon with"
                    + " all of it. `sss cluster repair --now` does not wait"
                    + " ([copies of groups](operations.md#copies-of-groups)). Only node 0 reads this.");
    static final Setting<Long> REPAIR_RATE = setting(
            "repair.rate",
            SettingType.size("0B", "1TiB"),
            "50MiB",
            "Bytes that each node copies in a second while it makes copies that are missing; 0B stops that. Copies of"
                    + " new groups are made without a limit. Only node 0 reads this.");
    static final Setting<List<String>> CLUSTER_REPLACES = setting(
            "cluster.replaces",
            SettingType.starts(),
            "none",
            "Set it on node 0 if it was restored from a backup, or copied to another directory, without the"
                    + " other nodes, which then do not serve it: the start of the former node 0 that their refusal"
                    + " names ([restore a backup](operations.md#restore-a-backup)). After that it has no effect.");
    static final Setting<Integer> TASK_THREADS = setting(
            "task.threads",
            SettingType.integer(0, 1024),
            "0",
            "Tasks that this node runs at once. 0 stands for the number of cores, divided by the"
                    + " nodes that `cluster.nodes` lists with the same host.");
    static final Setting<Long> TASK_BUFFER = setting(
            "task.buffer",
            SettingType.size("0B", "1GiB"),
            "0B",
            "Memory in which one task combines its output. Sorting without a combiner uses at most 64"
                    + " MiB of it. 0B stands for a quarter of the heap divided by the task threads, at most 256"
                    + " MiB each.");
    static final Setting<Grouping> TASK_GROUPING = setting(
            Grouping.PARAMETER,
            SettingType.choice(Grouping.class),
            "auto",
            "How a task collects output without a combiner before it writes it; the result is the"
                    + " same. `hash`: in a table in which values are appended to their key. `sort`: one after"
                    + " the other, to be sorted. `auto`: as `hash` while keys recur, then as `sort`. A"
                    + " custom partitioner, or the first value of more than 2 KiB, switches to `sort`. A job or"
                    + " a run may set it for itself: see [buffers](guide/jobs.md#buffers).");
    static final Setting<Layout> STORAGE_LAYOUT = setting(
            "storage.layout",
            SettingType.choice(Layout.class),
            "blocks",
            "How the data server stores new groups. `blocks`: in files. `memory`: in direct memory,"
                    + " up to three quarters of `data.memory`, else in files; groups in memory are lost when the"
                    + " node ends. `tuples`: tuple by tuple in one file for the node, as the original SSS did,"
                    + " for comparison; slow, and lost when the node is killed.");
    static final Setting<SegmentFileWriter> STORAGE_WRITER = setting(
            "storage.writer",
            SettingType.choice(SegmentFileWriter.class),
            "direct",
            "What writes the files of layout `blocks`, which have the format of Tokyo Cabinet in any"
                    + " case. `direct`: SSS itself, in one pass. `library`: Tokyo Cabinet through JNI, for"
                    + " comparison; it takes more processor time, and up to 20 MiB of memory for each subgroup"
                    + " that is being written.");
    static final Setting<Long> DATA_MEMORY = setting(
            "data.memory",
            SettingType.size("0B", "1TiB"),
            "0B",
            "Direct memory in which the data server buffers tuples until they are committed. When it"
                    + " is used up, tuples go to files as they arrive, and are merged when they are read. 0B"
                    + " stands for a quarter of the heap, at most 512 MiB, or a twelfth of a heap above 6 GiB."
                    + " Nodes in one process share it. The JVM allows as much direct memory as heap, or"
                    + " `-XX:MaxDirectMemorySize`; at most three quarters of that may be set here.");
    static final Setting<String> DURABILITY = setting(
            "durability",
            SettingType.choice("commit", "none"),
            "commit",
            "`commit`: a group is on the disk before it is announced. `none`: a crash of the machine"
                    + " (not of the process) may lose groups that were written shortly before.");
    static final Setting<String> NET_IO = setting(
            "net.io",
            SettingType.choice("auto", "epoll", "io_uring", "nio"),
            "auto",
            "How sockets are served. `auto` uses the first of the others that works on this machine.");
    static final Setting<Duration> NET_IDLE_TIMEOUT = setting(
            "net.idleTimeout",
            SettingType.duration("200ms", "1h"),
            "8s",
            "A connection that is silent for so long is closed, and its node counts as lost. A ping"
                    + " is sent after a quarter of this time. Clients and other nodes wait as long: clients at"
                    + " most 2 minutes, other nodes longer if their own setting is longer.");
    static final Setting<Duration> NET_STALL_TIMEOUT = setting(
            "net.stallTimeout",
            SettingType.duration("1s", "1h"),
            "30s",
            "A sender fails if its receiver accepts nothing for so long.");
    static final Setting<String> NET_TRANSPORT = setting(
            "net.transport",
            SettingType.choice("tcp", "shm", "ucx", "auto"),
            "tcp",
            "How data goes to other nodes. `tcp`: by the socket. `shm`: to nodes of the same machine through shared"
                    + " memory in `/dev/shm`; needs `shm` or `auto` on both nodes, which run as the same user. `ucx`: "
                    + "to all"
                    + " nodes by UCX, that is by RDMA where there is a device; needs `ucx` on both nodes and libucx, "
                    + "and"
                    + " encrypts nothing ([RDMA](guide/rdma.md)). If that is not possible, a warning is logged and the "
                    + "socket"
                    + " is used. `auto`: as `shm`, without the warning; never `ucx`. Clients use the socket in any "
                    + "case.");
    static final Setting<String> NET_TRANSPORT_REQUIRED = setting(
            "net.transport.required",
            SettingType.choice("false", "true"),
            "false",
            "`true`: if `net.transport` is not `tcp` and its memory cannot be used with another node (`shm`, `auto`: of"
                    + " the machine), that is an error instead of a warning.");
    static final Setting<Long> NET_RING_SIZE = setting(
            "net.ring.size",
            SettingType.size("128KiB", "64MiB"),
            "8MiB",
            "Memory of one direction of a connection between two nodes that do not use the socket. Each node has one"
                    + " such connection to each other node, so n nodes use 2n(n-1) times this, with `ucx` twice as "
                    + "much. It"
                    + " counts as memory of the container.");
    static final Setting<Integer> NET_RING_SPIN = setting(
            "net.ring.spinMicros",
            SettingType.integer(0, 10_000),
            "0",
            "For how many microseconds a thread polls shared memory before it sleeps until it is woken. 0 suits"
                    + " machines with up to 4 cores, on which polling takes time from the tasks; 20 suits larger "
                    + "ones.");
    static final Setting<String> NET_UCX_TLS = setting(
            "net.ucx.tls",
            SettingType.names(),
            "rc",
            "Transports that UCX may use, as in its variable `UCX_TLS`; all nodes need one in common. `rc` is RDMA, "
                    + "`sm`"
                    + " shared memory; `tcp` is slower than `net.transport = tcp`. With `sm` and libucx 1.13 the death "
                    + "of a node"
                    + " while another one connects to it may end that one, too.");
    static final Setting<String> NET_UCX_DEVICES = setting(
            "net.ucx.devices",
            SettingType.names(),
            "all",
            "Network devices that UCX may use, as in its variable `UCX_NET_DEVICES`, for example `mlx5_0:1`.");
    static final Setting<String> NET_UCX_PLAINTEXT = setting(
            "net.ucx.plaintext",
            SettingType.choice("refused", "allowed"),
            "refused",
            "`net.transport = ucx` sends data and the requests of nodes to data servers unencrypted, and who can send"
                    + " packets to the ports of UCX can write to the memory of the node. With `security = on` a node "
                    + "starts only"
                    + " if this is `allowed`: for networks to which only trusted machines are attached.");
    static final Setting<String> HTTP_PORT = setting(
            "http.port",
            SettingType.port(),
            "auto",
            "The port of the page, its API, and metrics ([page and metrics](page.md)). `auto`: the first after those of"
                    + " all nodes of `cluster.nodes` with the same host, so 21202 for a node alone on its machine, and"
                    + " the next ones for further nodes there; if it is in use, the node starts without it and logs a"
                    + " warning. `none`: no HTTP.");
    static final Setting<String> HTTP_HOST = setting(
            "http.host",
            SettingType.host(),
            "auto",
            "The address at which the node serves HTTP. `auto`: that of its other ports. With `security` on, HTTP uses"
                    + " TLS with the certificate of the node; an address other than loopback needs that ([how callers"
                    + " are let in](security.md#http)).");
    static final Setting<Long> BLOBS_SIZE = setting(
            "blobs.size",
            SettingType.size("1MiB", "1TiB"),
            "4GiB",
            "Disk space for jars and serialized jobs on this node. The least recently used are" + " deleted first.");
    static final Setting<Integer> WORKFLOWS_RUNNING = setting(
            "workflows.running",
            SettingType.integer(1, 256),
            "16",
            "Workflows that run at once; further ones wait. Only node 0 reads this.");
    static final Setting<Integer> TASK_ATTEMPTS = setting(
            "task.attempts",
            SettingType.integer(1, 100),
            "3",
            "Attempts of a task that fails for another reason than user code or data: a lost"
                    + " connection, a disk that could not write, an overloaded node. It is also the number of"
                    + " times that a job is started when lost nodes come back. Only node 0 reads this.");
    static final Setting<Duration> TASK_NODE_PATIENCE = setting(
            "task.nodePatience",
            SettingType.duration("0ms", "1h"),
            "15s",
            "How long a job waits for a lost node before it fails. It should be longer than a node"
                    + " takes to restart. Only node 0 reads this.");
    static final Setting<Duration> LOOP_CHECKPOINT = setting(
            "loop.checkpoint",
            SettingType.duration("0ms", "24h"),
            "60s",
            "If groups have copies (`replication`): how often a loop makes copies of what an iteration passes to the"
                    + " next one. After the loss of a node it continues there. 0ms stands for never: it then restarts"
                    + " at its first iteration. Only node 0 reads this.");
    static final Setting<Duration> TASK_STALL_TIMEOUT = setting(
            "task.stallTimeout",
            SettingType.duration("1s", "10000h"),
            "1h",
            "A call of user code that for so long reads no value, emits and counts nothing and does"
                    + " not return fails its job, with the key and the line of the code. A workflow may set"
                    + " another time (`stallTimeout`, `sss run --stall-timeout`).");
    static final Setting<String> STREAM_PYTHON = setting(
            "stream.python",
            SettingType.executable(),
            "python3",
            "The Python that runs functions of [Python](guide/python.md#jobs) on this node: a path, or a name that is"
                    + " searched in `PATH`. Its version, such as 3.11, must be that of the clients; a job may name"
                    + " another one.");

    static final Setting<Shuffle> SHUFFLE_METHOD = setting(
            Shuffle.PARAMETER,
            SettingType.choice(Shuffle.class),
            "direct",
            "How the output of tasks gets to its owners, for jobs that do not set it themselves (see"
                    + " [shuffle](guide/shuffle.md)). The result is the same. Only node 0 reads this.");
    static final Setting<Long> SHUFFLE_MEMORY_LIMIT = setting(
            Shuffle.MEMORY_LIMIT,
            SettingType.size("0B", "1TiB"),
            "0B",
            "What one node may get in the shuffle of a job, for methods that place blocks by memory (see"
                    + " [shuffle](guide/shuffle.md)); a node with less free memory gets less. 0B stands for half"
                    + " of `data.memory`. Only node 0 reads this.");

    static final Setting<Optional<Path>> SHUFFLE_SPILL_DIR = setting(
            "shuffle.spill.dir",
            SettingType.optionalPath(),
            "none",
            "A directory that all nodes share, for the shuffle method `on-disk` (see"
                    + " [shuffle](guide/shuffle.md)). It must exist. Nodes use `sss-CLUSTER` in it, which only their "
                    + "user may"
                    + " enter, and delete their files when they are no longer needed, and when they start.");

    static final Setting<String> SPILL_TO = setting(
            "spill.to",
            SettingType.choice("data", "shared"),
            "data",
            "Where blocks of shuffles wait that memory has no room for, and tuples that tasks sort or walk again, and"
                    + " where tasks have temporary directories: in `data.dir`, or in a directory of each node in"
                    + " `shuffle.spill.dir`, for nodes without disks (see"
                    + " [shuffle](guide/shuffle.md#nodes-without-disks)). With `shared`, a node starts only if it sees"
                    + " there what node 0 has written.");

    static final Setting<String> SECURITY = setting(
            "security",
            SettingType.choice("auto", "on", "off"),
            "auto",
            "Who may use the cluster (see [security](security.md)). `on`: connections use TLS, nodes have"
                    + " certificates and users have tokens. `auto`: `on`, unless all addresses in `cluster.nodes`"
                    + " are loopback addresses; then there is no TLS, and users of this machine need a token."
                    + " `off`: anybody who reaches a port may do everything.");
    static final Setting<String> SECURITY_DIR = setting(
            "security.dir",
            SettingType.text(),
            "security",
            "The directory with certificates and tokens, which only the user of the node can read. A"
                    + " relative path starts at the directory of the configuration file. If `auto` finds only"
                    + " loopback addresses, it is created if it does not exist.");
    static final Setting<Long> AUDIT_SIZE = setting(
            "audit.size",
            SettingType.size("0B", "1TiB"),
            "64MiB",
            "Disk space for the audit log, `audit.log` and `audit.log.1` in `data.dir`: who proved a token, and on"
                    + " node 0, which calls that name groups or workflows had which result. 0B: none. There is none"
                    + " with `security = off`.");
    static final Setting<Optional<List<Path>>> FILES_ROOTS = setting(
            "files.roots",
            SettingType.roots(),
            "auto",
            "The directories below which jobs read and write files on this node. Symbolic links count as the"
                    + " file that they lead to. `none`: jobs use no files. `auto`: `none` if a node of `cluster.nodes` "
                    + "has"
                    + " an address off loopback, otherwise any file that the node's user may use. A directory that"
                    + " contains `data.dir`, `security.dir` or `secrets.dir` is an error. This applies to the sources"
                    + " and outputs of jobs, not to the code of jobs.");
    static final Setting<String> SECRETS_DIR = setting(
            "secrets.dir",
            SettingType.text(),
            "secrets",
            "The directory with a file for each secret of a connector, such as `s3` (see [S3](guide/s3.md)). Files have"
                    + " the mode 0600: other users must not read them. A relative path starts at the directory of the"
                    + " configuration file. It need not exist.");
    static final Setting<String> RUN_AS_ROOT = setting(
            "run.as.root",
            SettingType.choice("refused", "allowed"),
            "refused",
            "Whether the node may run as root (uid 0) outside of a container. The code of jobs would then run as"
                    + " root. If all addresses of `cluster.nodes` are loopback, a node runs as any user.");

    /** In the order of their declaration, which is that of the documentation. */
    static final List<Setting<?>> ALL = List.copyOf(DECLARED);

    private Settings() {}

    private static <T> Setting<T> setting(String name, SettingType<T> type, String defaultText, String doc) {
        Setting<T> declared = new Setting<>(name, type, defaultText, doc);
        DECLARED.add(declared);
        return declared;
    }
}
