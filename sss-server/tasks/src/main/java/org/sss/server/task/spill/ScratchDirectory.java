package org.sss.server.task.spill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.FileStores;

/** The temporary directories of a node's tasks, and the files that wait for the end of their jobs. Thread-safe. */
public final class ScratchDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(ScratchDirectory.class);

    private volatile Path root;
    private final JobFileAccess access;
    private final FileStores stores;
    private final JobFiles jobFiles = new JobFiles();

    /** For tasks that may use any file. */
    public ScratchDirectory(Path root) {
        this(root, JobFileAccess.ALL, JobFileAccess.ALL.stores());
    }

    /**
     * Also deletes the remaining directories of tasks of a killed process.
     *
     * @param access to other files
     * @param stores whose local files are those of {@code access}
     */
    public ScratchDirectory(Path root, JobFileAccess access, FileStores stores) {
        this.root = root;
        this.access = access;
        this.stores = stores;
        delete(root);
    }

    /** Makes temporary directories in another one from now on. */
    public void use(Path newRoot) {
        root = newRoot;
    }

    public JobFiles jobFiles() {
        return jobFiles;
    }

    /** Access of tasks to other files. */
    public JobFileAccess access() {
        return access;
    }

    /** The files that tasks read and write, by {@link #access} if they are local. */
    public FileStores stores() {
        return stores;
    }

    /** @throws SssException {@link ErrorCode#STORAGE} */
    public Path make(String prefix) {
        Path parent = root;
        try {
            Files.createDirectories(parent);
            return Files.createTempDirectory(parent, prefix);
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "cannot create a temporary directory in " + parent + ": " + e + "; is the disk full?",
                    e);
        }
    }

    /** Deletes a directory with its content. Failures are logged. */
    public void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> walk = Files.walk(directory)) {
            List<Path> leavesFirst = walk.sorted(Comparator.reverseOrder()).toList();
            for (Path path : leavesFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("The temporary directory {} could not be deleted", directory, e);
        }
    }
}
