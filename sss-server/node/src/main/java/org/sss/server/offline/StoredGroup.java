package org.sss.server.offline;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sss.dataserver.fsck.Fsck.GroupContent;

/** The stored tuples of a group, summed over the nodes. One thread. */
final class StoredGroup {
    private final Map<Integer, Long> tuplesOfNodes = new TreeMap<>();
    /** True if all commit files could be read. */
    private boolean complete = true;

    private boolean temporary;

    void add(int node, GroupContent content) {
        tuplesOfNodes.merge(node, content.tuples(), Long::sum);
        complete &= content.complete();
        temporary |= content.temporary();
    }

    long tuples() {
        return tuplesOfNodes.values().stream().mapToLong(Long::longValue).sum();
    }

    long tuplesOn(int node) {
        return tuplesOfNodes.getOrDefault(node, 0L);
    }

    boolean isComplete() {
        return complete;
    }

    boolean isTemporary() {
        return temporary;
    }

    /** Text such as {@code nodes 0, 2}. */
    String nodes() {
        return (tuplesOfNodes.size() == 1 ? "node " : "nodes ") + named(tuplesOfNodes.keySet().stream());
    }

    /**
     * The end of a sentence about the nodes of {@code nodeCount} that have no tuples of the group; empty if there are
     * none.
     */
    String without(int nodeCount) {
        List<Integer> without = IntStream.range(0, nodeCount)
                .boxed()
                .filter(node -> !tuplesOfNodes.containsKey(node))
                .toList();
        return without.isEmpty() ? "" : "; nothing of it is on node " + named(without.stream());
    }

    private static String named(Stream<Integer> nodes) {
        return nodes.map(Object::toString).collect(Collectors.joining(", "));
    }
}
