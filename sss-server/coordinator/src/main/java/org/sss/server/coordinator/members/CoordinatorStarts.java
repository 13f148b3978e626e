package org.sss.server.coordinator.members;

import java.nio.file.Path;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The starts of node 0 that its directory knows. Each start has an identity, which node 0 writes before it connects to
 * other nodes. So of two directories that were once the same, each does not know the starts in the other one.
 * Immutable.
 *
 * @param current the start of this process; null if nodes compare no starts, as those inside a process
 */
public record CoordinatorStarts(String current, Set<String> known, Path directory) {
    public CoordinatorStarts {
        known = Set.copyOf(known);
    }

    /**
     * Checks that the directory knows the start that a node has served last.
     *
     * @param served null if the node has not served any
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with the remedies
     */
    public void check(Object node, String served) {
        if (current != null && served != null && !known.contains(served)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    node + " does not serve this coordinator: it has served the start " + served
                            + " of node 0, which is unknown in " + directory
                            + ", the data of this node 0: that is a copy, or was restored from a backup, while node 0"
                            + " has started elsewhere. If this is the wrong node 0, stop it and start the right one. "
                            + "If it replaces the right one, set cluster.replaces = "
                            + served + " in its configuration and start it again");
        }
    }
}
