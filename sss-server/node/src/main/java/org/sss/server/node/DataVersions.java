package org.sss.server.node;

import java.nio.file.Path;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.fsck.Fsck;
import org.sss.server.coordinator.state.CoordinatorState;

/** The versions of the files in a data directory. Stateless. */
public final class DataVersions {
    private DataVersions() {}

    /**
     * Checks, before anything is written, that this version of SSS knows those of all files of a node.
     *
     * @param directory need not exist
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if one is newer, {@link ErrorCode#CORRUPT} if the data
     *     are older, {@link ErrorCode#STORAGE}
     */
    public static void check(Path directory) {
        try {
            NodeIdentity.of(directory);
        } catch (SssException e) {
            if (e.code() != ErrorCode.CORRUPT) { // reported, or replaced, when the node claims the directory
                throw e;
            }
        }
        CoordinatorState.checkVersion(directory);
        Fsck.checkFormat(directory.resolve("data"));
    }
}
