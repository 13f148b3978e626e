package org.sss.net.control;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.sss.api.Compression;
import org.sss.net.rpc.Nullable;

/**
 * What an SSS Server understands. Any node answers {@code cluster}; {@code group.*}, {@code workflow.*} and {@code blob.*}
 * go to the coordinator; {@code task.*} comes from it.
 *
 * <pre>
 *   cluster          -> {@link ClusterMap}
 *   node.status      -> {@link NodeStatus} of the node that is asked
 *   cluster.status   -> {@link ClusterStatus}: the coordinator asks every node, each within 2 s
 *   node.ready       {@link NodeNumber}: a node tells the coordinator that it has started, and is asked what it has
 *   cluster.acceptLoss  {@link NodeNumber} -> {@link NodeLoss}: the node, which has lost data, takes new data again
 *   group.list       {@link GroupsBehind} -> {@link Groups}, READY ones, by name, as many as fit; then those behind the last of them
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
 *   blob.get         stream: header {@link Blob}; data comes back
 *   workflow.submit  {@link WorkflowSpec} -> {@link WorkflowStatus}
 *   workflow.follow  stream: header {@link Name} (the id); a {@link WorkflowStatus} as data frame about five times a second,
 *                    the last one when it is over; then the end. TOO_LARGE when it does not go into a frame: ask workflow.get
 *   workflow.get     {@link Name} -> {@link WorkflowStatus}
 *   workflow.spec    {@link Name} -> {@link WorkflowSpec} of one of the last that were submitted
 *   workflow.list    {@link WorkflowsBelow} -> {@link Workflows}, newest first, as many as fit; then those below the last of them
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

    /** How long the coordinator waits for all nodes of a commit, which wait for their disks; the loss of a node is noticed earlier. */
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

    /** @param name of the last group that is known already; null for the first ones */
    public record GroupsBehind(@Nullable String name) {
    }

    /** @param next what to ask for those that did not fit, null when there are none */
    public record Groups(List<GroupInfo> groups, @Nullable String next) {
    }

    /** @param compression what the writer makes of the blocks; NONE where nothing is said of it */
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

    /** @param id of the oldest workflow that is known already; null for the newest ones */
    public record WorkflowsBelow(@Nullable String id) {
    }

    /** @param next what to ask for those that did not fit, null when there are none */
    public record Workflows(List<WorkflowStatus> workflows, @Nullable String next) {
    }

    /** @param shortage of memory, after which the process has begun anew; null when it was started by somebody */
    public record NodeStatus(int id, String version, long pid, String java, long startedMillis, long heapUsedBytes,
            long heapMaxBytes, long freeDiskBytes, int tasksRunning, String dataDirectory, @Nullable Shortage shortage) {
    }

    /** @param tasks that ran at the end of the memory, the greediest first */
    public record Shortage(List<RanThen> tasks) {
        public Shortage {
            tasks = List.copyOf(tasks);
        }
    }

    /**
     * @param bytes allocated by the task since its last sign of life
     * @param at    where its code was a moment before, with key and line; null when nobody had looked, as the memory was full at once
     */
    public record RanThen(String workflow, String job, long bytes, @Nullable String at) {
    }

    /**
     * @param error why the node did not answer, or null; {@code status} is null then
     * @param loss  what the node had lost when the coordinator last compared it with the catalog, or null
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
     * @param groups   how many
     * @param names    of the first of them, by name
     * @param accepted whether the node takes new data all the same
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

    /** @param group the last one that is known already; null for the first ones */
    public record OrphansBehind(@Nullable GroupKey group) {
    }

    /**
     * @param next   what to ask for those that did not fit, null when there are none
     * @param silent numbers of the nodes that do not answer: there may be orphaned groups on them that are not listed
     */
    public record Orphans(List<OrphanedGroup> groups, @Nullable GroupKey next, List<Integer> silent) {
    }

    /** @param partial even if there are nodes that have nothing of it */
    public record Adopt(GroupKey group, String name, boolean partial) {
    }

    /** @param groups at most {@link #MAX_GROUPS} */
    public record Purge(List<GroupKey> groups) {
        public static final int MAX_GROUPS = 1_000;
    }
}
