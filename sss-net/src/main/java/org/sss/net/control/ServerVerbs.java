package org.sss.net.control;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.sss.api.Compression;
import org.sss.net.rpc.Nullable;

/**
 * Verbs of an SSS Server. Any node answers {@code cluster}; {@code group.*}, {@code workflow.*} and {@code blob.*}
 * go to the coordinator; {@code task.*} comes from it.
 *
 * <pre>
 *   cluster          -> {@link ClusterMap}
 *   node.status      -> {@link NodeStatus} of the receiving node
 *   cluster.status   -> {@link ClusterStatus}: the coordinator queries every node, with a timeout of 2 s each
 *   node.ready       {@link NodeNumber}: a node reports its start to the coordinator, which then queries what it stores
 *   cluster.acceptLoss  {@link NodeNumber} -> {@link NodeLoss}: the node, which has lost data, accepts new data again
 *   group.list       {@link GroupsBehind} -> {@link Groups}, READY ones, one page in the order of names
 *   group.get        {@link Name} -> {@link GroupInfo}, NOT_FOUND
 *   group.write      stream: header {@link NewGroup}; the coordinator sends one data frame, the {@link GroupInfo} (WRITING);
 *                    the writer puts blocks to the data servers and ends with trailer {@link Attempts}, or with an empty one
 *                    after data frames of which each is an {@link Attempts}; the coordinator commits on all data servers and
 *                    ends with the final {@link GroupInfo}. A broken stream drops the group, unless it was published just then.
 *   group.drop       {@link Name}
 *   group.rename     {@link Rename}
 *   group.orphans    {@link OrphansBehind} -> {@link Orphans}: groups that nodes have and the journal does not know, by number
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
 *   task.run         stream: header {@link TaskSpec}; {@link Progress} data frames about five times a second, the final one
 *                    as trailer. Failing the stream cancels the task.
 * </pre>
 */
public final class ServerVerbs {
    public static final String CLUSTER = "cluster";
    public static final String NODE_STATUS = "node.status";
    public static final String NODE_READY = "node.ready";
    public static final String CLUSTER_STATUS = "cluster.status";
    public static final String CLUSTER_ACCEPT_LOSS = "cluster.acceptLoss";
    public static final String GROUP_LIST = "group.list";
    public static final String GROUP_GET = "group.get";
    public static final String GROUP_WRITE = "group.write";
    public static final String GROUP_DROP = "group.drop";
    public static final String GROUP_COPY = "group.copy";
    public static final String GROUP_RENAME = "group.rename";
    public static final String GROUP_ORPHANS = "group.orphans";
    public static final String GROUP_ADOPT = "group.adopt";
    public static final String GROUP_PURGE = "group.purge";
    public static final String BLOB_HAS = "blob.has";
    public static final String BLOB_PUT = "blob.put";
    public static final String BLOB_GET = "blob.get";
    public static final String WORKFLOW_SUBMIT = "workflow.submit";
    public static final String WORKFLOW_FOLLOW = "workflow.follow";
    public static final String WORKFLOW_GET = "workflow.get";
    public static final String WORKFLOW_SPEC = "workflow.spec";
    public static final String WORKFLOW_LIST = "workflow.list";
    public static final String WORKFLOW_CANCEL = "workflow.cancel";
    public static final String TASK_RUN = "task.run";

    /**
     * How long the coordinator waits for all nodes of a commit, which wait for their disks; a lost node is detected
     * earlier.
     */
    public static final Duration COMMIT_TIMEOUT = Duration.ofMinutes(15);

    private ServerVerbs() {
    }

    /** A request without content. */
    public record Nothing() {
    }

    public record Name(String name) {
    }

    public record Rename(String from, String to, boolean replace) {
    }

    public record Copy(String from, String to, boolean replace) {
    }

    /** @param name last name of the previous page; null for the first page */
    public record GroupsBehind(@Nullable String name) {
    }

    /** @param next the request for the next page, or null if this is the last page */
    public record Groups(List<GroupInfo> groups, @Nullable String next) {
    }

    /** @param compression of the writer's blocks; NONE if unspecified */
    public record NewGroup(String name, String keyType, String valueType, boolean hashed, boolean replace, String createdBy,
            Compression compression) {
        public NewGroup {
            compression = Objects.requireNonNullElse(compression, Compression.NONE);
        }
    }

    public record Attempts(List<AttemptId> attempts) {
    }

    public record Blob(String id) {
    }

    public record BlobIds(List<String> ids) {
    }

    /** @param id the oldest workflow of the previous page; null for the first page */
    public record WorkflowsBelow(@Nullable String id) {
    }

    /** @param next the request for the next page, or null if this is the last page */
    public record Workflows(List<WorkflowStatus> workflows, @Nullable String next) {
    }

    /** @param shortage the lack of memory that made the process restart; null if it was started otherwise */
    public record NodeStatus(int id, String version, long pid, String java, long startedMillis, long heapUsedBytes,
            long heapMaxBytes, long freeDiskBytes, int tasksRunning, String dataDirectory, @Nullable Shortage shortage) {
    }

    /** @param tasks that ran when memory was exhausted, by allocated bytes, largest first */
    public record Shortage(List<RanThen> tasks) {
        public Shortage {
            tasks = List.copyOf(tasks);
        }
    }

    /**
     * @param bytes allocated by the task since its last sign of life
     * @param at last recorded position of its code, with key and line; null if none was recorded before memory was
     *     exhausted
     */
    public record RanThen(String workflow, String job, long bytes, @Nullable String at) {
    }

    /**
     * @param error why the node did not answer, or null; {@code status} is null if there is an error
     * @param loss  what the node had lost at the last comparison of the coordinator with the catalog, or null
     */
    public record NodeHealth(NodeInfo node, @Nullable NodeStatus status, @Nullable String error, @Nullable NodeLoss loss) {
        public NodeHealth(NodeInfo node, NodeStatus status, String error) {
            this(node, status, error, null);
        }
    }

    public record NodeNumber(int node) {
    }

    /**
     * Groups of which a node has lost tuples.
     *
     * @param groups   number of groups
     * @param names    the first names, in alphabetical order
     * @param accepted whether the node accepts new data in spite of it
     */
    public record NodeLoss(int groups, List<String> names, boolean accepted) {
        public NodeLoss {
            names = List.copyOf(names);
        }

        @Override
        public String toString() {
            return "the data of " + groups + (groups == 1 ? " group: " : " groups: ") + String.join(", ", names)
                    + (groups > names.size() ? ", ..." : "");
        }
    }

    /** @param orphans groups that nodes have and the journal does not know */
    public record ClusterStatus(ClusterMap cluster, List<NodeHealth> nodes, int orphans) {
    }

    /** @param group last group of the previous page; null for the first page */
    public record OrphansBehind(@Nullable GroupKey group) {
    }

    /**
     * @param next   the request for the next page, or null if this is the last page
     * @param silent numbers of the nodes that did not answer: they may have orphaned groups that are not listed
     */
    public record Orphans(List<OrphanedGroup> groups, @Nullable GroupKey next, List<Integer> silent) {
    }

    /** @param partial whether to adopt it even if some nodes have nothing of it */
    public record Adopt(GroupKey group, String name, boolean partial) {
    }

    /** @param groups at most {@link #MAX_GROUPS} */
    public record Purge(List<GroupKey> groups) {
        public static final int MAX_GROUPS = 1_000;
    }
}
