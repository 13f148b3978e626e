package org.sss.server.coordinator.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Detects a journal that is missing or empty although there is data: a start without it would create a new, empty
 * cluster. Stateless.
 */
public final class MissingJournal {
    private static final String REMEDY =
            "; restore it from a backup. If it is lost for good, 'sss cluster recover-journal' makes a new one"
                    + " for the data of this cluster, and 'sss group orphans' lists the groups whose names are lost";

    private MissingJournal() {}

    /**
     * Checks a directory that has no journal.
     *
     * @param directory of the data of node 0
     * @param written   files and directories that a node writes after its journal
     * @throws SssException {@link ErrorCode#CORRUPT} if there is data
     */
    public static void check(Path directory, List<Path> written) {
        Path file = CoordinatorState.journal(directory);
        if (Files.exists(file)) {
            return;
        }
        for (Path path : written) {
            if (hasContent(path)) {
                throw new SssException(
                        ErrorCode.CORRUPT, "the journal " + file + " is missing, but " + path + " exists" + REMEDY);
            }
        }
    }

    private static boolean hasContent(Path path) {
        if (!Files.isDirectory(path)) {
            return Files.exists(path);
        }
        try (Stream<Path> inside = Files.list(path)) {
            return inside.findAny().isPresent();
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot list " + path + ": " + e, e);
        }
    }

    /**
     * Checks a journal without an entry of its cluster.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} if the file exists
     */
    static void checkIsFirstStart(Path file) {
        if (Files.exists(file)) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "the journal " + file
                            + (file.toFile().length() == 0 ? " is empty" : " has no line with the id of its cluster")
                            + REMEDY);
        }
    }
}
