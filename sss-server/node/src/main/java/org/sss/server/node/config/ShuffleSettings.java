package org.sss.server.node.config;

import java.nio.file.Path;
import java.util.Optional;
import org.sss.api.Shuffle;

/**
 * The shuffle of jobs that do not set it. Immutable.
 *
 * @param memoryBytes    what a node may get
 * @param spillDirectory that all nodes share
 */
public record ShuffleSettings(Shuffle method, long memoryBytes, Optional<Path> spillDirectory) {
    static ShuffleSettings of(SettingValues values, long dataMemoryBytes) {
        return new ShuffleSettings(
                values.get(Settings.SHUFFLE_METHOD),
                values.get(Settings.SHUFFLE_MEMORY_LIMIT, dataMemoryBytes / 2),
                values.get(Settings.SHUFFLE_SPILL_DIR));
    }
}
