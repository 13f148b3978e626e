package org.sss.net.control;

import java.util.List;

/**
 * Tuples of a subgroup that are stored together: those that consecutive tasks wrote, from {@code firstSource} up to the
 * next extent.
 *
 * @param firstSource number of the first of these tasks
 * @param holders     numbers of the nodes that have all of it, in the order in which readers ask them; none for {@link
 *     Kind#FILE}
 * @param bytes       of its blocks; 0 if unknown
 */
public record Extent(int firstSource, Kind kind, List<Integer> holders, long bytes) {
    public Extent {
        holders = List.copyOf(holders);
    }

    /** What stores the tuples. */
    public enum Kind {
        /** The data servers of the holders. */
        NODE,
        /** Files that all nodes see, in {@code shuffle.spill.dir}. */
        FILE
    }

    /** The tuples of a subgroup from one task on, at one node. */
    public static Extent onNode(int firstSource, int node, long bytes) {
        return new Extent(firstSource, Kind.NODE, List.of(node), bytes);
    }

    /** The tuples of a subgroup from one task on, in files. */
    public static Extent inFiles(int firstSource, long bytes) {
        return new Extent(firstSource, Kind.FILE, List.of(), bytes);
    }

    public boolean isOn(int node) {
        return holders.contains(node);
    }

    /** The number of the node that readers ask first. Not for {@link Kind#FILE}. */
    public int node() {
        return holders.get(0);
    }
}
