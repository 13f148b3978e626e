package org.sss.server.shuffle.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * {@code shuffle.spill.dir}, which all users of the machines may share, and in it the directory of a cluster, which
 * only the user of its nodes may enter. Thread-safe.
 */
final class SpillDirectory {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int RIGHTS_OF_OTHERS = 077;
    private static final Duration OLD = Duration.ofDays(1);

    private final Path shared;
    /**
     * The user that files of this process have there, which on a network file system may be another one than here; -1
     * if unknown yet.
     */
    private volatile int ownUid = -1;

    SpillDirectory(Path shared) {
        this.shared = shared;
    }

    /** The directory of a cluster, which need not exist. */
    Path of(String clusterId) {
        return shared.resolve("sss-" + clusterId);
    }

    /**
     * Creates the directory of a cluster, or checks the existing one.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it belongs to another user
     */
    Path make(String clusterId) throws IOException {
        Path own = of(clusterId);
        try {
            Files.createDirectory(own, PRIVATE);
        } catch (FileAlreadyExistsException e) {
            // By another node, or by an earlier process; see below.
        }
        Map<String, Object> found = Files.readAttributes(own, "unix:uid,mode,isDirectory", LinkOption.NOFOLLOW_LINKS);
        if (!found.get("isDirectory").equals(true)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, own + " is not a directory; delete it (shuffle.spill.dir)");
        }
        checkOwner(own, (int) found.get("uid"), own);
        if (((int) found.get("mode") & RIGHTS_OF_OTHERS) != 0) {
            Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
        }
        return own;
    }

    /**
     * Deletes files that an earlier version of SSS has left for a node, {@code sss-CLUSTER-NODE-...} and, for node 0,
     * {@code sss-CLUSTER-check-...}. A copy of the cluster that still runs that version has files of the same names, so
     * those that were written within a day stay, by the clock of the file system.
     */
    void deleteOfEarlierVersion(String clusterId, int node) throws IOException {
        List<Path> found = ofEarlierVersion(clusterId, node);
        if (found.isEmpty()) {
            return;
        }
        FileTime now = now(make(clusterId));
        for (Path file : found) {
            if (Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .plus(OLD)
                    .isBefore(now.toInstant())) {
                Files.deleteIfExists(file);
            }
        }
    }

    private List<Path> ofEarlierVersion(String clusterId, int node) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(shared)) {
            addTo(found, "sss-" + clusterId + "-" + node + "-*.held");
            if (node == 0) {
                addTo(found, "sss-" + clusterId + "-check-*");
            }
        }
        return found;
    }

    private void addTo(List<Path> found, String pattern) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(shared, pattern)) {
            files.forEach(found::add);
        }
    }

    private static FileTime now(Path own) throws IOException {
        Path probe = Files.createFile(own.resolve("probe-" + UUID.randomUUID()));
        try {
            return Files.getLastModifiedTime(probe);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /**
     * Checks that a file in the directory of a cluster was written by the user of this node.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if not
     */
    void checkFile(Path file) throws IOException {
        Map<String, Object> found = Files.readAttributes(file, "unix:uid,isRegularFile", LinkOption.NOFOLLOW_LINKS);
        if (!found.get("isRegularFile").equals(true)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    file + " is not a regular file; delete it, and run the workflow again (shuffle.spill.dir)");
        }
        checkOwner(file, (int) found.get("uid"), file.getParent());
    }

    private void checkOwner(Path path, int uid, Path own) throws IOException {
        int expected = ownUid(own);
        if (uid != expected) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    path + " belongs to user " + uid + ", and files of this node to user " + expected
                            + ". All nodes of a cluster must run as one user; if they do, somebody else has made it: "
                            + "delete it, or set shuffle.spill.dir to"
                            + " another directory");
        }
    }

    private int ownUid(Path own) throws IOException {
        if (ownUid < 0) {
            Path probe = Files.createFile(own.resolve("probe-" + UUID.randomUUID()));
            try {
                ownUid = (int) Files.getAttribute(probe, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            } finally {
                Files.deleteIfExists(probe);
            }
        }
        return ownUid;
    }
}
