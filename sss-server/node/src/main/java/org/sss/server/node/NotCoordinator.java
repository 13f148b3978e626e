package org.sss.server.node;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.rpc.RpcService;
import org.sss.net.rpc.Verb;

/** Answers the coordinator's verbs on all other nodes with an error that names the coordinator. */
final class NotCoordinator {
    private static final List<Verb> VERBS = List.of(
            ServerVerbs.CLUSTER_STATUS,
            ServerVerbs.CLUSTER_ACCEPT_LOSS,
            ServerVerbs.CLUSTER_REPAIR,
            ServerVerbs.CLUSTER_REMOVE_NODE,
            ServerVerbs.CLUSTER_REPLACE_NODE,
            ServerVerbs.NODE_READY,
            ServerVerbs.GROUP_LIST,
            ServerVerbs.GROUP_GET,
            ServerVerbs.GROUP_NAME,
            ServerVerbs.GROUP_WRITE,
            ServerVerbs.GROUP_DROP,
            ServerVerbs.GROUP_RENAME,
            ServerVerbs.GROUP_COPY,
            ServerVerbs.GROUP_ORPHANS,
            ServerVerbs.GROUP_ADOPT,
            ServerVerbs.GROUP_PURGE,
            ServerVerbs.BLOB_HAS,
            ServerVerbs.BLOB_PUT,
            ServerVerbs.BLOB_GET,
            ServerVerbs.WORKFLOW_SUBMIT,
            ServerVerbs.WORKFLOW_FOLLOW,
            ServerVerbs.WORKFLOW_GET,
            ServerVerbs.WORKFLOW_SPEC,
            ServerVerbs.WORKFLOW_LIST,
            ServerVerbs.WORKFLOW_CANCEL,
            ServerVerbs.HTTP_TICKET);

    private NotCoordinator() {}

    static void register(RpcService service, NodeInfo self, NodeInfo coordinator) {
        for (Verb verb : VERBS) {
            service.onStream(verb, (header, stream) -> {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "'" + verb + "' was sent to node " + self.id()
                                + ", but only the coordinator answers it; send it to the coordinator at "
                                + coordinator.server());
            });
        }
    }
}
