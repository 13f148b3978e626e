package org.sss.server.node.config;

import java.nio.file.Path;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;

/**
 * The shuffle of jobs that do not set it. Immutable.
 *
 * @param memoryBytes    what a node may get
 * @param spillDirectory that all nodes share
 * @param spillsToShared whether everything waits in that directory for which memory has no room
 */
public record ShuffleSettings(Shuffle method, long memoryBytes, Optional<Path> spillDirectory, boolean spillsToShared) {
    static ShuffleSettings of(SettingValues values, long dataMemoryBytes) {
        Optional<Path> directory = values.get(Settings.SHUFFLE_SPILL_DIR);
        boolean toShared = values.get(Settings.SPILL_TO).equals("shared");
        if (toShared && directory.isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "spill.to is shared, but shuffle.spill.dir is not set: set it to a directory that all nodes share");
        }
        return new ShuffleSettings(
                values.get(Settings.SHUFFLE_METHOD),
                values.get(Settings.SHUFFLE_MEMORY_LIMIT, dataMemoryBytes / 2),
                directory,
                toShared);
    }
}
