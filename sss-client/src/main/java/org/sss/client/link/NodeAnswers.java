package org.sss.client.link;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.data.GroupHolders;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.Verb;

/**
 * A question to data servers about what they have of a group. Immutable.
 *
 * @param what description of the question, such as "sampling the keys"
 */
record NodeAnswers<R>(
        ClusterLink link, GroupInfo group, Verb verb, Object request, Class<R> type, Duration timeout, String what) {
    /**
     * Asks all nodes at once. Those that fail are left out if other nodes have copies of all that is there.
     *
     * @throws SssException of a node that no other one can stand in for
     */
    Map<NodeInfo, R> all() {
        GroupHolders holders = link.holders(group);
        List<NodeInfo> nodes = link.map().nodes();
        List<CompletableFuture<R>> asked = new ArrayList<>();
        nodes.forEach(node -> asked.add(ask(node)));
        Map<NodeInfo, R> answers = new LinkedHashMap<>();
        Map<Integer, SssException> errors = new HashMap<>();
        for (NodeInfo node : nodes) {
            try {
                answers.put(node, await(node, asked.get(node.id())));
            } catch (SssException e) {
                errors.put(node.id(), e);
            }
        }
        holders.checkAnswered(link.map().subgroupCount(), errors);
        errors.forEach((node, e) -> link.reportCopyRead(link.map().node(node), group, e));
        return answers;
    }

    /** Asks one node. */
    R of(NodeInfo node) {
        return await(node, ask(node));
    }

    private CompletableFuture<R> ask(NodeInfo node) {
        try {
            return Rpc.callAsync(link.connection(node.data()), verb, request, type, timeout);
        } catch (SssException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private R await(NodeInfo node, CompletableFuture<R> answer) {
        try {
            return answer.join();
        } catch (RuntimeException e) {
            SssException cause = SssException.of(e, verb.name());
            throw new SssException(
                    cause.code(),
                    what + " of group '" + group.name() + "' on " + node + ": " + cause.getMessage(),
                    cause,
                    cause.remoteTrace());
        }
    }
}
