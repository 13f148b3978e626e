package org.sss.client;

import java.util.List;
import org.sss.client.link.AllGroups;
import org.sss.client.link.ClusterLink;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Adopt;
import org.sss.net.control.ServerVerbs.NodeNumber;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.PageTicket;
import org.sss.net.control.ServerVerbs.Purge;
import org.sss.net.rpc.Verb;

/**
 * What the operators of a cluster do: its health, lost and orphaned data, its page, and the history of workflows.
 * Returned by {@link SssClient#admin}; calls end as those of the client do. Thread-safe.
 */
public final class ClusterAdmin {
    private final SssClient client;
    private final ClusterLink link;

    ClusterAdmin(SssClient client, ClusterLink link) {
        this.client = client;
        this.link = link;
    }

    /** Returns the health of every node; for a node that does not answer within 8 s, the reason. */
    public ClusterStatus status() {
        return ClusterStatus.of(link.ask(ServerVerbs.CLUSTER_STATUS, new Nothing(), ServerVerbs.ClusterStatus.class));
    }

    /**
     * Returns the address of the page of the cluster. It opens the page once, within a minute, with the rights of the
     * token of this client, so it is secret.
     *
     * @throws org.sss.api.SssException NOT_FOUND if node 0 serves no page, with the reason
     */
    public String page() {
        PageTicket page = link.ask(ServerVerbs.HTTP_TICKET, new Nothing(), PageTicket.class);
        return page.ticket() == null ? page.url() : page.url() + "#" + page.ticket();
    }

    /**
     * Lets a node that has lost tuples of groups, such as after its disk was replaced, accept new data; until then jobs
     * and imports fail. Those groups stay INCOMPLETE until they are dropped or the data is restored.
     *
     * @return the loss of the node
     * @throws org.sss.api.SssException INVALID_ARGUMENT if there is no such node, or it has lost nothing
     */
    public ClusterStatus.NodeLoss acceptLoss(int node) {
        return ClusterStatus.NodeLoss.of(
                link.ask(ServerVerbs.CLUSTER_ACCEPT_LOSS, new NodeNumber(node), ServerVerbs.NodeLoss.class));
    }

    /**
     * Returns which copies of groups are missing.
     *
     * @param now whether they are made at once, also those of nodes that do not answer and may be back soon
     */
    public ClusterStatus.Repair repair(boolean now) {
        return repair(ServerVerbs.CLUSTER_REPAIR, new ServerVerbs.Repair(now));
    }

    /**
     * Records that a node is lost for good, with its disk: other nodes get copies of what it had.
     *
     * @return what is to be copied
     * @throws org.sss.api.SssException INVALID_ARGUMENT if there is no such node, it is node 0, it answers, or it has
     *     the last copy of a group, which the message names
     */
    public ClusterStatus.Repair removeLostNode(int node) {
        return repair(ServerVerbs.CLUSTER_REMOVE_NODE, new NodeNumber(node));
    }

    /**
     * Has a node filled that runs again without its data, from other nodes with copies. Of groups without copies, what
     * it had stays lost.
     *
     * @return what is to be copied
     * @throws org.sss.api.SssException INVALID_ARGUMENT if there is no such node, it is node 0, or it has data;
     *     NODE_UNREACHABLE if it does not answer
     */
    public ClusterStatus.Repair replaceNode(int node) {
        return repair(ServerVerbs.CLUSTER_REPLACE_NODE, new NodeNumber(node));
    }

    private ClusterStatus.Repair repair(Verb verb, Object request) {
        return ClusterStatus.Repair.of(link.ask(verb, request, ServerVerbs.RepairStatus.class));
    }

    /**
     * Returns the orphaned groups: groups that are on nodes but not in the coordinator's journal, such as after a
     * journal was restored from a backup or a coordinator was killed during a commit. They are neither read nor
     * deleted.
     */
    public OrphanedGroups orphans() {
        return new OrphanedGroups(AllGroups.orphans(link));
    }

    /**
     * Gives an orphaned group a name. All nodes must be up.
     *
     * @param partial also if a node has no tuples of it, which is normal for a group of few keys, or a loss
     * @return the group, which can now be read
     * @throws org.sss.api.SssException NOT_FOUND if it is not orphaned any more; ALREADY_EXISTS if the name is in use;
     *     INVALID_ARGUMENT if a node has no tuples of it; CORRUPT if the data of a node is damaged; NODE_UNREACHABLE
     */
    public Group adopt(OrphanedGroups.Orphan orphan, String name, boolean partial) {
        return new Group(link.ask(ServerVerbs.GROUP_ADOPT, new Adopt(orphan.key(), name, partial), GroupInfo.class));
    }

    /**
     * Deletes orphaned groups for good: immediately on nodes that are up, on others when they return.
     *
     * @throws org.sss.api.SssException NOT_FOUND if one is not orphaned any more; some of the others may then be
     *     deleted
     */
    public void purge(List<OrphanedGroups.Orphan> orphans) {
        List<GroupKey> groups = orphans.stream().map(OrphanedGroups.Orphan::key).toList();
        for (int from = 0; from < groups.size(); from += Purge.MAX_GROUPS) {
            List<GroupKey> some = groups.subList(from, Math.min(groups.size(), from + Purge.MAX_GROUPS));
            link.ask(ServerVerbs.GROUP_PURGE, new Purge(List.copyOf(some)), Nothing.class);
        }
    }

    /**
     * Adds the reports of all finished workflows to a group: keys are ids, values are {@link WorkflowReport#toJson}.
     * The coordinator itself discards the oldest. Creates the group if it does not exist; otherwise rewrites all of it.
     *
     * @return the number of reports in the group
     * @throws org.sss.api.SssException INVALID_ARGUMENT or TYPE_MISMATCH if the group has other tuples; it is then
     *     unchanged
     */
    public int keepReports(String group) {
        return ReportArchive.keep(client, group);
    }
}
