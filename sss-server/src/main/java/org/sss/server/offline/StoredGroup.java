package org.sss.server.offline;

import java.util.BitSet;
import java.util.stream.Collectors;
import org.sss.dataserver.Fsck.Part;

/** What the nodes together have of a group. One thread. */
final class StoredGroup {
    private final BitSet nodes = new BitSet();
    private long tuples;
    /** All commit files could be read. */
    private boolean complete = true;
    private boolean temporary;

    void add(int node, Part part) {
        nodes.set(node);
        tuples += part.tuples();
        complete &= part.complete();
        temporary |= part.temporary();
    }

    long tuples() {
        return tuples;
    }

    boolean isComplete() {
        return complete;
    }

    boolean isTemporary() {
        return temporary;
    }

    /** Such as {@code nodes 0, 2}. */
    String nodes() {
        return (nodes.cardinality() == 1 ? "node " : "nodes ") + nodes.stream().mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }

    /** Those of {@code nodeCount} that have nothing of it, to end a sentence. */
    String without(int nodeCount) {
        BitSet without = new BitSet();
        without.set(0, nodeCount);
        without.andNot(nodes);
        return without.isEmpty() ? "" : "; nothing of it is on node " + without.stream().mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }
}
