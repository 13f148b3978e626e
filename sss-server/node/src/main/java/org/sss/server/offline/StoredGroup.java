package org.sss.server.offline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sss.dataserver.fsck.Fsck.GroupContent;
import org.sss.dataserver.fsck.Fsck.SubgroupContent;

/** What all nodes store of a group. Any node may have a copy of any subgroup. One thread. */
final class StoredGroup {
    /** By subgroup. */
    private final Map<Integer, List<Copy>> copies = new TreeMap<>();

    private final Map<Integer, Long> tuplesOfNodes = new TreeMap<>();
    /** True if all commit files could be read. */
    private boolean complete = true;

    private boolean temporary;

    /** A subgroup on one node. */
    private record Copy(int node, SubgroupContent content) {
        boolean isLike(Copy other) {
            return content.tuples() == other.content.tuples()
                    && content.fileBytes() == other.content.fileBytes()
                    && (content.digest() == null
                            || other.content.digest() == null
                            || content.digest().equals(other.content.digest()));
        }

        @Override
        public String toString() {
            return content.file() + " (node " + node + ", " + content.tuples() + " tuples, " + content.fileBytes()
                    + " bytes, digest " + content.digest() + (content.damaged() ? ", damaged)" : ")");
        }
    }

    void add(int node, GroupContent content) {
        long tuples = 0;
        for (SubgroupContent subgroup : content.subgroups()) {
            copies.computeIfAbsent(subgroup.subgroup(), s -> new ArrayList<>()).add(new Copy(node, subgroup));
            tuples += subgroup.tuples();
        }
        tuplesOfNodes.merge(node, tuples, Long::sum);
        complete &= content.complete();
        temporary |= content.temporary();
    }

    /** Returns the tuples of all subgroups, of copies those of the largest one. */
    long tuples() {
        return copies.values().stream()
                .mapToLong(ofSubgroup -> ofSubgroup.stream()
                        .mapToLong(copy -> copy.content().tuples())
                        .max()
                        .orElse(0))
                .sum();
    }

    /** Returns those of all subgroups and copies on a node. */
    long tuplesOn(int node) {
        return tuplesOfNodes.getOrDefault(node, 0L);
    }

    boolean isComplete() {
        return complete;
    }

    boolean isTemporary() {
        return temporary;
    }

    /** Passes a description of each difference between copies to {@code report}. */
    void compareCopies(long group, Consumer<String> report) {
        copies.forEach((subgroup, all) -> {
            if (!all.stream().allMatch(all.get(0)::isLike)) {
                report.accept("the copies of group " + group + ", subgroup " + subgroup + " differ: "
                        + all.stream().map(Copy::toString).collect(Collectors.joining(", ")) + remedy(all));
            }
        });
    }

    private static String remedy(List<Copy> all) {
        List<Copy> intact =
                all.stream().filter(copy -> !copy.content().damaged()).toList();
        return intact.size() == 1
                ? "; keep that of node " + intact.get(0).node()
                : "; drop the group and run the job that wrote it again, or restore one of them from a backup";
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
