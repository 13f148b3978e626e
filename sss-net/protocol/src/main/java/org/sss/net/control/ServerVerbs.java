package org.sss.net.control;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.sss.api.Compression;
import org.sss.net.auth.TokenEntry;
import org.sss.net.peer.Role;
import org.sss.net.rpc.ImmutableMessage;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.PropertyOrder;
import org.sss.net.rpc.Unwrapped;
import org.sss.net.rpc.Verb;

/**
 * Verbs of an SSS Server. Any node answers {@code cluster}; {@code group.*}, {@code workflow.*} and {@code blob.*}
 * go to the coordinator; {@code task.*} comes from it.
 *
 * <pre>
 *   cluster          -> {@link Cluster}, which is a {@link ClusterMap} with the version of the node
 *   node.status      -> {@link NodeStatus} of the receiving node
 *   cluster.status   -> {@link ClusterStatus}: the coordinator queries every node, with a timeout of 2 s each
 *   node.serve       {@link Serve} -> {@link Served}: a coordinator asks a node to serve it, and no older one
 *   group.name       {@link Numbered} -> {@link Name}: for a data server that checks what a restricted token may read
 *   node.ready       {@link NodeNumber}: a node reports its start to the coordinator, which then queries what it stores
 *   cluster.acceptLoss  {@link NodeNumber} -> {@link NodeLoss}: the node, which has lost data, accepts new data again
 *   cluster.repair   {@link Repair} -> {@link RepairStatus}: copies that are missing, which are made at once if it says so
 *   cluster.removeNode  {@link NodeNumber} -> {@link RepairStatus}: the node is lost for good; others get its copies
 *   cluster.replaceNode  {@link NodeNumber} -> {@link RepairStatus}: the node runs again, empty, and gets its copies
 *   group.list       {@link GroupsAfter} -> {@link Groups}, READY ones, one page in the order of names
 *   group.get        {@link Name} -> {@link GroupInfo}, NOT_FOUND
 *   group.write      stream: header {@link NewGroup}; the coordinator sends one data frame, the {@link GroupInfo} (WRITING);
 *                    the writer puts blocks to the data servers and ends with trailer {@link Attempts}, or with an empty one
 *                    after data frames of which each is an {@link Attempts}; the coordinator commits on all data servers and
 *                    ends with the final {@link GroupInfo}. {@link Attempts#abort()} drops the group before the answer, an empty
 *                    trailer. A broken stream drops it some time later, unless it was published just then.
 *   group.drop       {@link Name}
 *   group.rename     {@link Rename}
 *   group.orphans    {@link OrphansAfter} -> {@link Orphans}: groups that nodes have and the journal does not know, by number
 *   group.adopt      {@link Adopt} -> {@link GroupInfo}: gives one of them a name
 *   group.purge      {@link Purge}: deletes some of them
 *   blob.has         {@link BlobIds} -> {@link BlobIds}: those that are missing
 *   blob.put         stream: header {@link Blob}; data; empty trailer both ways. The id is the SHA-256 of the content in hex.
 *   blob.get         stream: header {@link Blob}; the content as data frames
 *   workflow.submit  {@link WorkflowSpec} -> {@link WorkflowStatus}
 *   workflow.follow  stream: header {@link Name} (the id); a {@link WorkflowStatus} as data frame about five times a second,
 *                    the last one when it has ended; then END. TOO_LARGE if it exceeds a frame: use workflow.get
 *   workflow.get     {@link Name} -> {@link WorkflowStatus}
 *   workflow.spec    {@link Name} -> {@link WorkflowSpec} of a recently submitted workflow
 *   workflow.list    {@link WorkflowsBelow} -> {@link Workflows}, one page, newest first
 *   workflow.cancel  {@link Name} -> {@link WorkflowStatus}
 *   security.tokens  {@link KnownTokens} -> {@link Tokens}: what nodes need to check the tokens of their peers
 *   http.ticket      -> {@link PageTicket}: where the page is, and what opens it once as the caller
 *   task.run         stream: header {@link TaskSpec}; {@link Progress} data frames about five times a second, the final one
 *                    as trailer. Failing the stream cancels the task.
 *   shuffle.run      stream: header {@link ShuffleSpec}, before the tasks of the job start; {@link ShuffleStep} data frames
 *                    after they have ended; the node answers with {@link ShuffleState} data frames. Ending or failing the stream
 *                    releases what the node holds.
 *   shuffle.meta     stream from node to node: header {@link ShuffleMeta}; the sizes of blocks as data frames; empty trailer both ways
 * </pre>
 */
public final class ServerVerbs {
    public static final Verb CLUSTER = Verb.ofGroups("cluster", Role.MONITOR);
    public static final Verb NODE_STATUS = Verb.of("node.status", Role.NODE);
    public static final Verb NODE_SERVE = Verb.of("node.serve", Role.NODE);
    public static final Verb NODE_READY = Verb.of("node.ready", Role.NODE);
    public static final Verb CLUSTER_STATUS = Verb.of("cluster.status", Role.MONITOR);
    public static final Verb CLUSTER_ACCEPT_LOSS = Verb.of("cluster.acceptLoss", Role.ADMIN);
    public static final Verb CLUSTER_REPAIR = Verb.of("cluster.repair", Role.ADMIN);
    public static final Verb CLUSTER_REMOVE_NODE = Verb.of("cluster.removeNode", Role.ADMIN);
    public static final Verb CLUSTER_REPLACE_NODE = Verb.of("cluster.replaceNode", Role.ADMIN);
    public static final Verb GROUP_LIST = Verb.ofGroups("group.list", Role.READ);
    public static final Verb GROUP_GET = Verb.ofGroups("group.get", Role.READ);
    public static final Verb GROUP_NAME = Verb.of("group.name", Role.NODE);
    public static final Verb GROUP_WRITE = Verb.ofGroups("group.write", Role.WRITE);
    public static final Verb GROUP_DROP = Verb.ofGroups("group.drop", Role.WRITE);
    public static final Verb GROUP_COPY = Verb.ofGroups("group.copy", Role.WRITE);
    public static final Verb GROUP_RENAME = Verb.ofGroups("group.rename", Role.WRITE);
    public static final Verb GROUP_ORPHANS = Verb.of("group.orphans", Role.ADMIN);
    public static final Verb GROUP_ADOPT = Verb.of("group.adopt", Role.ADMIN);
    public static final Verb GROUP_PURGE = Verb.of("group.purge", Role.ADMIN);
    public static final Verb BLOB_HAS = Verb.of("blob.has", Role.RUN);
    public static final Verb BLOB_PUT = Verb.of("blob.put", Role.RUN);
    public static final Verb BLOB_GET = Verb.of("blob.get", Role.RUN);
    public static final Verb WORKFLOW_SUBMIT = Verb.of("workflow.submit", Role.RUN);
    public static final Verb WORKFLOW_FOLLOW = Verb.of("workflow.follow", Role.READ);
    public static final Verb WORKFLOW_GET = Verb.of("workflow.get", Role.READ);
    public static final Verb WORKFLOW_SPEC = Verb.of("workflow.spec", Role.RUN);
    public static final Verb WORKFLOW_LIST = Verb.of("workflow.list", Role.READ);
    public static final Verb WORKFLOW_CANCEL = Verb.of("workflow.cancel", Role.RUN);
    public static final Verb SECURITY_TOKENS = Verb.of("security.tokens", Role.NODE);
    public static final Verb HTTP_TICKET = Verb.ofGroups("http.ticket", Role.READ);
    public static final Verb TASK_RUN = Verb.of("task.run", Role.NODE);
    public static final Verb SHUFFLE_RUN = Verb.of("shuffle.run", Role.NODE);
    public static final Verb SHUFFLE_META = Verb.of("shuffle.meta", Role.NODE);

    /**
     * How long the coordinator waits for all nodes of a commit, which wait for their disks; a lost node is detected
     * earlier.
     */
    public static final Duration COMMIT_TIMEOUT = Duration.ofMinutes(15);

    private ServerVerbs() {}

    /** @param version of the table that the node has, or null */
    public record KnownTokens(@Nullable String version) {}

    /**
     * The tokens of the cluster.
     *
     * @param tokens null if the node has this table already
     * @param revoked serial numbers of certificates of nodes, in hex; null if the node has this table already
     */
    public record Tokens(
            String realm,
            @Nullable List<TokenEntry> tokens,
            @Nullable List<String> revoked) {}

    /**
     * @param map      of the coordinator
     * @param start    identity of this start of it; null if starts are not compared
     * @param previous the start that the node has served last, which the directory of the coordinator knows; null at
     *     first
     */
    public record Serve(
            ClusterMap map,
            @Nullable String start,
            @Nullable String previous) {}

    /**
     * @param epoch       of the newest coordinator that the node has served
     * @param coordinator its address
     * @param map         that of the node; null if it has not joined yet
     * @param start       that the coordinator has to name as the previous one; null if it is not refused for that
     */
    public record Served(
            boolean accepted,
            long epoch,
            String coordinator,
            @Nullable ClusterMap map,
            @Nullable String start) {}

    /**
     * What opens the page: {@code url#ticket}.
     *
     * @param ticket valid once and for a minute; null in a cluster without security, which needs none
     */
    public record PageTicket(String url, @Nullable String ticket) {}

    /** A request without content. */
    public record Nothing() {}

    public record Name(String name) implements ImmutableMessage {}

    public record Rename(String from, String to, boolean replace) {}

    public record Copy(String from, String to, boolean replace) {}

    /** @param name last name of the previous page; null for the first page */
    public record GroupsAfter(@Nullable String name) {}

    /**
     * @param next      the request for the next page, or null if this is the last page
     * @param nowMillis time of the coordinator, whose clock has set the times of the groups; 0 if unknown
     */
    public record Groups(List<GroupInfo> groups, @Nullable String next, long nowMillis) implements ImmutableMessage {
        public Groups {
            groups = List.copyOf(groups);
        }

        public Groups(List<GroupInfo> groups, String next) {
            this(groups, next, 0);
        }

        /** Returns this page with the time of the coordinator. */
        public Groups at(long millis) {
            return new Groups(groups, next, millis);
        }
    }

    public record Numbered(GroupKey group) {}

    /** @param id of the group; 0 for any group of that name */
    public record DropGroup(String name, long id) {}

    /** @param copies that it shall have; 0 for as many as the cluster makes */
    public record NewGroup(String name, @Unwrapped GroupFormat format, boolean replace, String createdBy, int copies) {
        public NewGroup(
                String name,
                String keyType,
                String valueType,
                boolean hashed,
                boolean replace,
                String createdBy,
                Compression compression) {
            this(name, new GroupFormat(keyType, valueType, hashed, compression, false), replace, createdBy, 0);
        }
    }

    /**
     * @param attempts  null if the writer aborts
     * @param tuples    that the writers of these attempts have sent; null if the coordinator shall not compare
     * @param dataBytes bytes of their keys and values; null together with {@code tuples}
     */
    public record Attempts(
            @Nullable List<AttemptId> attempts,
            @Nullable Long tuples,
            @Nullable Long dataBytes) {
        public Attempts(List<AttemptId> attempts) {
            this(attempts, null, null);
        }

        public static Attempts abort() {
            return new Attempts(null);
        }

        /** Returns the first of several messages, which has the sums of all. */
        public Attempts withAttempts(List<AttemptId> some) {
            return new Attempts(some, tuples, dataBytes);
        }
    }

    public record Blob(String id) {}

    public record BlobIds(List<String> ids) {}

    /**
     * @param id  the oldest workflow of the previous page; null for the first page
     * @param max of the page; 0 for as many as fit
     */
    public record WorkflowsBelow(@Nullable String id, int max) {
        /** As many as fit. */
        public WorkflowsBelow(String id) {
            this(id, 0);
        }
    }

    /**
     * @param next      the request for the next page, or null if this is the last page
     * @param nowMillis time of the coordinator; 0 if unknown
     */
    public record Workflows(
            List<WorkflowStatus> workflows, @Nullable String next, long nowMillis) implements ImmutableMessage {
        public Workflows {
            workflows = List.copyOf(workflows);
        }

        public Workflows(List<WorkflowStatus> workflows, String next) {
            this(workflows, next, 0);
        }

        /** Returns this page with the time of the coordinator. */
        public Workflows at(long millis) {
            return new Workflows(workflows, next, millis);
        }
    }

    /**
     * @param shortage the lack of memory that made the process restart, or what ran when the previous process ended
     *     without being stopped; null if it was started otherwise
     * @param rings    what has passed between this node and others through shared memory, on open connections that it
     *     has made; null if there are none
     * @param load     of the node's machine; null if the system does not know it
     * @param expiring certificates and tokens that end soon, one sentence each; null if there are none
     */
    @PropertyOrder({
        "id",
        "version",
        "pid",
        "java",
        "startedMillis",
        "heapUsedBytes",
        "heapMaxBytes",
        "connectors",
        "freeDiskBytes",
        "tasksRunning",
        "dataDirectory",
        "shortage",
        "rings",
        "load",
        "expiring"
    })
    public record NodeStatus(
            int id,
            @Unwrapped NodeProcess process,
            int tasksRunning,
            @Unwrapped NodeDisk disk,
            @Nullable Shortage shortage,
            @Nullable List<RingUse> rings,
            @Nullable MachineLoad load,
            @Nullable List<String> expiring) {}

    /** @param connectors schemes of stores and ids of formats that its connectors add; null if there are none */
    public record NodeProcess(
            String version,
            long pid,
            String java,
            long startedMillis,
            long heapUsedBytes,
            long heapMaxBytes,
            @Nullable List<String> connectors) {}

    public record NodeDisk(long freeDiskBytes, String dataDirectory) {}

    /**
     * How busy a machine is.
     *
     * @param average    number of threads that run or wait for a processor, averaged over a minute by the system
     * @param processors that the process may use
     */
    public record MachineLoad(double average, int processors) {
        /** Returns the load of this machine, or null if the system does not know it. */
        public static MachineLoad now() {
            double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
            return average < 0
                    ? null
                    : new MachineLoad(
                            Math.round(average * 10) / 10.0,
                            Runtime.getRuntime().availableProcessors());
        }

        public double perProcessor() {
            return average / Math.max(1, processors);
        }
    }

    /**
     * @param node      the other one
     * @param transport such as {@code shm}
     * @param puts      slots of memory that were sent
     * @param fullWaits how often all slots were full
     * @param doorbells how often the other node was woken
     */
    public record RingUse(
            int node,
            String transport,
            long puts,
            long sentBytes,
            long receivedBytes,
            long fullWaits,
            long doorbells) {}

    /**
     * @param tasks  that ran when memory was exhausted, by allocated bytes, largest first
     * @param abrupt true if not memory was the reason: the process was killed, or native code or a crash ended it
     */
    public record Shortage(List<RanThen> tasks, boolean abrupt) {
        public Shortage {
            tasks = List.copyOf(tasks);
        }

        public Shortage(List<RanThen> tasks) {
            this(tasks, false);
        }
    }

    /**
     * @param bytes allocated by the task since its last sign of life
     * @param at last recorded position of its code, with key and line; null if none was recorded before memory was
     *     exhausted
     */
    public record RanThen(
            String workflow,
            String job,
            long bytes,
            @Nullable String at) {}

    /**
     * @param error why the node did not answer, or null; {@code status} is null if there is an error
     * @param loss  what the node had lost at the last comparison of the coordinator with the catalog, or null
     * @param disk  null from an earlier version
     */
    public record NodeHealth(
            NodeInfo node,
            @Nullable NodeStatus status,
            @Nullable String error,
            @Nullable NodeLoss loss,
            @Nullable DiskState disk) {
        public NodeHealth(NodeInfo node, NodeStatus status, String error, NodeLoss loss) {
            this(node, status, error, loss, DiskState.KEPT);
        }

        public NodeHealth(NodeInfo node, NodeStatus status, String error) {
            this(node, status, error, null, DiskState.KEPT);
        }
    }

    /** What is left of the data of a node. */
    public enum DiskState {
        /** All of it, as far as is known, or some of it: see {@link NodeHealth#loss}. */
        KEPT,
        /** Nothing: its directory is another one. */
        EMPTY,
        /** Nothing: an operator has said that it is lost for good. */
        LOST
    }

    public record NodeNumber(int node) {}

    /**
     * Groups of which a node has lost tuples.
     *
     * @param groups   number of groups
     * @param names    the first names, in alphabetical order
     * @param accepted whether the node accepts new data in spite of it
     * @param inMemory whether all of them were in memory, which ends with the node
     * @param copied   whether other nodes have copies of all of it
     */
    public record NodeLoss(int groups, List<String> names, boolean accepted, boolean inMemory, boolean copied) {
        public NodeLoss {
            names = List.copyOf(names);
        }

        @Override
        public String toString() {
            return "the data of " + groups + (groups == 1 ? " group: " : " groups: ") + String.join(", ", names)
                    + (groups > names.size() ? ", ..." : "");
        }
    }

    /**
     * Requests the cluster from the coordinator. Clients send a message without content.
     *
     * @param node  that joins
     * @param start of node 0 that it has served last, see {@link Serve}
     */
    public record Join(int node, @Nullable String start) {}

    /**
     * As {@link ClusterMap}.
     *
     * @param version of SSS on the node that answers; null from an earlier version
     */
    public record Cluster(
            String clusterId,
            long epoch,
            List<NodeInfo> nodes,
            int subgroupCount,
            @Nullable String version,
            int active,
            List<Places> tables) {
        public Cluster {
            tables = tables == null ? List.of() : List.copyOf(tables);
        }

        public static Cluster of(ClusterMap map, String version) {
            return new Cluster(
                    map.clusterId(),
                    map.epoch(),
                    map.nodes(),
                    map.subgroupCount(),
                    version,
                    map.active(),
                    map.tables());
        }

        public ClusterMap map() {
            return new ClusterMap(clusterId, epoch, nodes, subgroupCount, active, tables);
        }
    }

    /**
     * @param orphans groups that nodes have and the journal does not know
     * @param repair  null if all groups have one copy, by the rule
     */
    public record ClusterStatus(
            ClusterMap cluster,
            List<NodeHealth> nodes,
            int orphans,
            @Nullable RepairStatus repair) {
        public ClusterStatus(ClusterMap cluster, List<NodeHealth> nodes, int orphans) {
            this(cluster, nodes, orphans, null);
        }
    }

    /** @param now whether copies are made at once that are on nodes which may be back soon */
    public record Repair(boolean now) {}

    /**
     * Copies of groups that are missing.
     *
     * @param fewer    number of groups with fewer whole copies than they shall have
     * @param copies   that these shall have, at most; 0 if there are none
     * @param repaired number of groups that get copies, or are moved to other nodes
     * @param hopeless of those with fewer copies, the ones of which no node has a whole copy
     * @param awaited  nodes that do not answer and may be back soon
     */
    public record RepairStatus(
            int fewer, int copies, int repaired, Hopeless hopeless, Copied copied, List<AwaitedNode> awaited) {
        public RepairStatus {
            awaited = List.copyOf(awaited);
        }
    }

    /**
     * @param groups number of groups
     * @param names  the first names, in alphabetical order
     */
    public record Hopeless(int groups, List<String> names) {
        private static final int NAMES = 10;

        public Hopeless {
            names = List.copyOf(names);
        }

        /** @param names of all groups */
        public static Hopeless of(List<String> names) {
            return new Hopeless(
                    names.size(), names.stream().sorted().limit(NAMES).toList());
        }
    }

    /**
     * @param leftBytes      to be copied, about
     * @param bytes          copied since copies were missing
     * @param bytesPerSecond in the last seconds
     * @param maxPerSecond   for each node that gets copies; 0 if none are made
     */
    public record Copied(long leftBytes, long bytes, long bytesPerSecond, long maxPerSecond) {}

    /** @param seconds until other nodes get its copies, unless it is back */
    public record AwaitedNode(int node, long seconds) {}

    /** @param group last group of the previous page; null for the first page */
    public record OrphansAfter(@Nullable GroupKey group) {}

    /**
     * @param next   the request for the next page, or null if this is the last page
     * @param silent numbers of the nodes that did not answer: they may have orphaned groups that are not listed
     */
    public record Orphans(
            List<OrphanedGroup> groups, @Nullable GroupKey next, List<Integer> silent) {}

    /** @param partial whether to adopt it even if some nodes have nothing of it */
    public record Adopt(GroupKey group, String name, boolean partial) {}

    /** @param groups at most {@link #MAX_GROUPS} */
    public record Purge(List<GroupKey> groups) {
        public static final int MAX_GROUPS = 1_000;
    }
}
