package org.sss.client;

import java.util.List;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.data.GetAnswer;
import org.sss.net.data.GetRequest;

/** The keys that one node is asked, in requests of bounded size. One thread at a time. */
final class NodeRequests<V> {
    /** Small, so that all threads of a node have something to do and single keys of others do not wait long. */
    private static final int REQUEST_BYTES = 16 << 10;

    private final ClusterLink link;
    private final GroupInfo group;
    private final NodeInfo node;
    private final List<AskedKey<V>> keys;
    private int sent;

    /** @param keys of this node, ascending, none twice */
    NodeRequests(ClusterLink link, GroupInfo group, NodeInfo node, List<AskedKey<V>> keys) {
        this.link = link;
        this.group = group;
        this.node = node;
        this.keys = keys;
    }

    /** A request that was sent, with the keys in it. */
    final class Sent implements AutoCloseable {
        private final GetAnswer answer;
        private final List<AskedKey<V>> asked;

        private Sent(GetAnswer answer, List<AskedKey<V>> asked) {
            this.answer = answer;
            this.asked = asked;
        }

        NodeRequests<V> node() {
            return NodeRequests.this;
        }

        /** Waits for the answer and gives each key its part of it. */
        void take(AskedKey.Decoder<V> decoder) {
            try {
                asked.forEach(key -> key.take(answer, decoder));
                answer.end();
            } catch (SssException e) {
                throw named(e);
            }
        }

        @Override
        public void close() {
            answer.close();
        }
    }

    /** Sends the next request, without waiting; null when there is none left. */
    Sent send() {
        if (sent == keys.size()) {
            return null;
        }
        int first = sent;
        GetRequest request = new GetRequest(group.id(), REQUEST_BYTES);
        while (sent < keys.size() && request.add(keys.get(sent).subgroup(), keys.get(sent).key())) {
            sent++;
        }
        try {
            return new Sent(GetAnswer.ask(link.connection(node.data()), request, ClusterLink.CALL_TIMEOUT),
                    keys.subList(first, sent));
        } catch (SssException e) {
            throw named(e);
        }
    }

    private SssException named(SssException e) {
        return new SssException(e.code(), "reading keys of group '" + group.name() + "' (number " + group.id() + ") at "
                + node.data() + " of " + node + ": " + e.getMessage(), e, e.remoteTrace());
    }
}
