package org.sss.net.data;

import java.time.Duration;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;

/** The lookups of one node, in requests of bounded size. One thread at a time. */
final class NodeRequests<V> {
    /** Small, so that all threads of a node share the work and single keys of other clients do not wait long. */
    private static final int REQUEST_BYTES = 16 << 10;

    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final KeyReads<V> reads;
    private final NodeInfo node;
    private final List<AskedKey<V>> keys;
    private int sent;

    /** @param keys of this node, ascending, none twice */
    NodeRequests(KeyReads<V> reads, NodeInfo node, List<AskedKey<V>> keys) {
        this.reads = reads;
        this.node = node;
        this.keys = keys;
    }

    /** A request that was sent, and its keys. */
    final class Sent implements AutoCloseable {
        private final GetAnswer answer;
        private final List<AskedKey<V>> asked;
        private int taken;
        private boolean timedOut;

        private Sent(GetAnswer answer, List<AskedKey<V>> asked) {
            this.answer = answer;
            this.asked = asked;
        }

        NodeRequests<V> node() {
            return NodeRequests.this;
        }

        /** Whether {@link #takeFrame} need not wait. */
        boolean isReady() {
            return answer.isReady();
        }

        /**
         * Waits for the next frame of the answer and assigns its values to the keys; returns true if it was the last
         * one.
         */
        boolean takeFrame() {
            try {
                if (timedOut) {
                    throw new SssException(
                            ErrorCode.TIMEOUT, "no frame of its answer arrived within " + TIMEOUT.toMillis() + " ms");
                }
                while (taken < asked.size()) {
                    asked.get(taken++).take(answer, reads.decoder());
                    if (answer.isAtFrameEnd()) {
                        return false;
                    }
                }
                answer.end();
                return true;
            } catch (SssException e) {
                throw named(e, reads.group(), node);
            }
        }

        /** The next {@link #takeFrame} fails. */
        void timeOut() {
            timedOut = true;
        }

        @Override
        public void close() {
            answer.close();
        }
    }

    /**
     * Sends the next request without waiting; returns null if none is left.
     *
     * @param whenReady runs in callbacks when {@link Sent#isReady} may have become true
     */
    Sent send(Runnable whenReady) {
        if (sent == keys.size()) {
            return null;
        }
        int first = sent;
        GetRequest request = new GetRequest(reads.group().key(), REQUEST_BYTES);
        while (sent < keys.size()
                && request.add(keys.get(sent).subgroup(), keys.get(sent).key())) {
            sent++;
        }
        try {
            return new Sent(
                    GetAnswer.ask(reads.connection(node.data()), request, TIMEOUT, whenReady),
                    keys.subList(first, sent));
        } catch (SssException e) {
            throw named(e, reads.group(), node);
        }
    }

    /** The node has failed: no further request is sent, and all keys without an answer have this error. */
    void fail(SssException e) {
        sent = keys.size();
        for (AskedKey<V> key : keys) {
            if (!key.isAnswered()) {
                key.fail(e);
            }
        }
    }

    static SssException named(SssException e, KeyReads.Source group, NodeInfo node) {
        return new SssException(
                e.code(),
                "reading keys of group '" + group.name() + "' (number " + group.id() + ") at " + node.data() + " of "
                        + node + ": " + e.getMessage(),
                e,
                e.remoteTrace());
    }
}
