package org.sss.http.api;

import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;
import org.sss.client.GroupLayout;
import org.sss.client.SssClient;

/** One group as JSON, with its place in the cluster and its lineage. Stateless. */
final class GroupAnswers {
    private GroupAnswers() {}

    static Map<String, Object> details(SssClient client, String name) {
        Group group = client.group(name);
        GroupLayout layout = null;
        String problem = null;
        try {
            layout = client.stat(name);
        } catch (SssException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                throw e;
            }
            problem = e.getMessage(); // the group itself is known
        }
        Map<String, Object> details = Fields.of(
                "group",
                GroupList.group(group),
                "losses",
                group.losses().stream().map(GroupAnswers::loss).toList(),
                "subgroups",
                layout == null
                        ? List.of()
                        : layout.subgroups().stream()
                                .map(GroupAnswers::subgroup)
                                .toList(),
                "nodes",
                layout == null
                        ? List.of()
                        : layout.nodes().stream().map(GroupAnswers::node).toList(),
                "skew",
                layout == null ? null : skew(layout.skew()),
                "layoutProblem",
                problem);
        details.putAll(Lineage.of(client, group).fields());
        return details;
    }

    private static Map<String, Object> loss(Group.Loss loss) {
        return Fields.of(
                "node", loss.node(),
                "tuples", loss.tuples(),
                "inMemory", loss.inMemory(),
                "reason", loss.reason());
    }

    private static Map<String, Object> subgroup(GroupLayout.Placed placed) {
        GroupLayout.Subgroup stat = placed.stat();
        return Fields.of(
                "subgroup", stat.subgroup(),
                "node", placed.node(),
                "tuples", stat.tuples(),
                "dataBytes", stat.dataBytes(),
                "storedBytes", stat.storedBytes(),
                "blocks", stat.blocks(),
                "runs", stat.runs(),
                "fileBytes", stat.fileBytes());
    }

    private static Map<String, Object> node(GroupLayout.OnNode node) {
        return Fields.of(
                "node", node.node(),
                "subgroups", node.subgroups(),
                "tuples", node.tuples(),
                "dataBytes", node.dataBytes(),
                "storedBytes", node.storedBytes(),
                "fileBytes", node.fileBytes(),
                "copies", node.copies(),
                "copyFileBytes", node.copyFileBytes());
    }

    private static Map<String, Object> skew(GroupLayout.Skew skew) {
        return Fields.of(
                "subgroupTuples", skew.subgroupTuples(),
                "subgroupBytes", skew.subgroupBytes(),
                "nodeTuples", skew.nodeTuples(),
                "nodeBytes", skew.nodeBytes());
    }
}
