package org.sss.server.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sss.net.control.ClusterMap;
import org.sss.net.rpc.Nullable;

/**
 * The coordinator that a node has served last, as {@code node.json} has it. Immutable.
 *
 * @param epoch       of the newest coordinator that the node has served, see {@link ClusterMap}
 * @param coordinator its address
 * @param starts      identities of starts of node 0, the newest last: on node 0 all that the directory knows, on others
 *     the one that it has served
 * @param place       of the directory when this was written, see {@link #placeOf}
 */
record ServedStart(
        long epoch,
        @Nullable String coordinator,
        @Nullable List<String> starts,
        @Nullable String place) {
    static final ServedStart NONE = new ServedStart(0, null, null, null);
    /** A node that has not joined during so many starts of node 0 is taken for one of another directory. */
    private static final int MAX_STARTS = 1_000;

    ServedStart {
        starts = starts == null || starts.isEmpty()
                ? null
                : List.copyOf(starts.subList(Math.max(0, starts.size() - MAX_STARTS), starts.size()));
    }

    static ServedStart of(ClusterMap map, List<String> starts, String place) {
        return new ServedStart(map.epoch(), map.coordinator().server().toString(), starts, place);
    }

    List<String> startsOrNone() {
        return starts == null ? List.of() : starts;
    }

    /** The number and the path of a directory; those of a copy differ. */
    static String placeOf(Path directory) {
        try {
            return Files.getAttribute(directory, "unix:ino") + " " + directory;
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /**
     * Returns whether a directory is a copy. One that was moved has the same number, and one that was restored has
     * usually the same path: starts show whether it is an older state.
     */
    boolean isOfCopy(String now) {
        if (place == null || now == null) {
            return false;
        }
        String[] before = place.split(" ", 2);
        String[] after = now.split(" ", 2);
        return !before[0].equals(after[0]) && !before[1].equals(after[1]);
    }
}
