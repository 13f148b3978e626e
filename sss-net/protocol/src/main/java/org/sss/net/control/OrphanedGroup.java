package org.sss.net.control;

import java.util.List;
import java.util.stream.Collectors;
import org.sss.net.rpc.Nullable;

/**
 * A group that nodes have committed and that the journal does not know.
 *
 * @param group       its number and identity; {@link GroupKey#NO_IDENTITY} when its commit files are damaged
 * @param description null when no node knows it
 * @param parts       of the nodes that have any of it, by node id
 */
public record OrphanedGroup(GroupKey group, @Nullable GroupDescription description, List<Part> parts) {
    public OrphanedGroup {
        parts = List.copyOf(parts);
    }

    /** @param damage why the node cannot use what it has, or null */
    public record Part(
            int node,
            long tuples,
            long dataBytes,
            long storedBytes,
            @Nullable String damage) {}

    /** Number of tuples on all nodes. */
    public long tuples() {
        return parts.stream().mapToLong(Part::tuples).sum();
    }

    /** Bytes of keys and values on all nodes. */
    public long dataBytes() {
        return parts.stream().mapToLong(Part::dataBytes).sum();
    }

    /** Returns the nodes that have any of it, such as {@code 0, 2}. */
    public String nodes() {
        return parts.stream().map(part -> Integer.toString(part.node())).collect(Collectors.joining(", "));
    }
}
