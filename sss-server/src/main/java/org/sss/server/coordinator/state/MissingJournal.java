package org.sss.server.coordinator.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** A journal that should be there, but is missing or says nothing: starting without it would make a new cluster without groups. Stateless. */
public final class MissingJournal {
    private static final String REMEDY = "; restore it from a backup. If it is lost for good, 'sss cluster recover-journal' makes a new one"
            + " for the data of this cluster, and 'sss group orphans' lists the groups whose names it does not know";

    private MissingJournal() {
    }

    /**
     * Checks a directory that has no journal.
     *
     * @param directory of the data of node 0
     * @param written   files and directories that a node writes after its journal
     * @throws SssException {@link ErrorCode#CORRUPT} when there is data
     */
    public static void check(Path directory, List<Path> written) {
        Path file = CoordinatorState.journal(directory);
        if (Files.exists(file)) {
            return;
        }
        for (Path path : written) {
            if (hasContent(path)) {
                throw new SssException(ErrorCode.CORRUPT, "the journal " + file + " is missing, but " + path + " is there" + REMEDY);
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

    /** Checks a journal without a line that says which cluster it is of. @throws SssException {@link ErrorCode#CORRUPT} when there is a file */
    static void checkIsFirstStart(Path file) {
        if (Files.exists(file)) {
            throw new SssException(ErrorCode.CORRUPT, "the journal " + file + (file.toFile().length() == 0 ? " is empty"
                    : " has no line that says which cluster it is of") + REMEDY);
        }
    }
}
