package org.sss.client;

import java.util.List;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.NodeAddress;

/**
 * The nodes of a cluster, as of the connection to it. Immutable.
 *
 * @param id            created when the cluster was started for the first time
 * @param nodes         by number; the first one is the coordinator
 * @param subgroupCount number of subgroups of every group
 */
public record Cluster(String id, List<Node> nodes, int subgroupCount) {
    public Cluster {
        nodes = List.copyOf(nodes);
    }

    /**
     * A node.
     *
     * @param id       its number, from 0
     * @param host     its address or host name
     * @param port     for clients and jobs
     * @param dataPort for blocks
     */
    public record Node(int id, String host, int port, int dataPort) {
        static Node of(NodeInfo node) {
            return new Node(
                    node.id(),
                    node.server().host(),
                    node.server().port(),
                    node.data().port());
        }

        /** Returns {@code HOST:PORT}, as for {@link SssClient#connect}. */
        public String address() {
            return new NodeAddress(host, port).toString();
        }

        @Override
        public String toString() {
            return "node " + id + " (" + address() + ")";
        }
    }

    static Cluster of(ClusterMap map) {
        return new Cluster(map.clusterId(), map.nodes().stream().map(Node::of).toList(), map.subgroupCount());
    }

    /** Returns the first node, which has the catalog of groups and runs workflows. */
    public Node coordinator() {
        return nodes.get(0);
    }
}
