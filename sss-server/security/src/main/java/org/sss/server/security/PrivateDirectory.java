package org.sss.server.security;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.FileRights;

/**
 * A directory that only its owner may enter, so that nobody else reaches what is in it, whatever the rights of that
 * are.
 * Stateless.
 */
public final class PrivateDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateDirectory.class);
    private static final Set<PosixFilePermission> OF_OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    private static final int STICKY = 01000;

    private PrivateDirectory() {}

    /**
     * Creates the directory and missing parents with mode 0700, or takes the rights of others from an existing one.
     *
     * @throws SssException INVALID_ARGUMENT for a directory that all users share, such as /tmp, that belongs to another
     *     user than this one or root, or that has content and others may write to it
     * @throws IOException  if it cannot be created
     */
    public static Path make(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            takeFromOthers(directory);
            return directory;
        }
        return Files.createDirectories(directory, PrivateFiles.DIRECTORY);
    }

    private static void takeFromOthers(Path directory) throws IOException {
        FileRights.ofThisProcess().checkOwner("the directory", directory);
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(directory);
        if (OF_OWNER.containsAll(rights)) {
            return;
        }
        if (((int) Files.getAttribute(directory, "unix:mode") & STICKY) != 0) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + directory + "' is a directory for all users; use a" + " directory below it");
        }
        if (!isEmpty(directory)) {
            FileRights.ofThisProcess().check("the directory", directory);
        }
        Set<PosixFilePermission> fewer = EnumSet.copyOf(OF_OWNER);
        fewer.retainAll(rights);
        String before = PosixFilePermissions.toString(rights);
        try {
            Files.setPosixFilePermissions(directory, fewer);
            LOG.info(
                    "{} had the rights {}; changed to {}, so that only its owner may enter it",
                    directory,
                    before,
                    PosixFilePermissions.toString(fewer));
        } catch (IOException e) {
            LOG.warn(
                    "{} has the rights {}, and other users may enter it. The rights cannot be changed: {}; its owner"
                            + " should run: chmod 700 {}",
                    directory,
                    before,
                    e.toString(),
                    directory);
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            return !files.iterator().hasNext();
        }
    }

    /** Creates an empty file with mode 0600, unless there is one. */
    public static Path makeFile(Path file) throws IOException {
        try {
            FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), PrivateFiles.FILE)
                    .close();
        } catch (FileAlreadyExistsException e) {
            FileRights.ofThisProcess().check("the file", file);
        }
        return file;
    }
}
