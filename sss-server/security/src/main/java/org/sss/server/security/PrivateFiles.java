package org.sss.server.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/** Files and directories to which only their owner has rights, from their creation on. Thread-safe. */
final class PrivateFiles {
    static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFiles() {}

    /** Work on files. */
    interface Change {
        void run() throws IOException;
    }

    /** Replaces {@code file} as a whole. */
    static void replace(Path file, String text) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".new-" + UUID.randomUUID());
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), FILE)) {
                for (ByteBuffer left = UTF_8.encode(text); left.hasRemaining(); ) {
                    channel.write(left); // a disk that is nearly full takes a part of it
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Replaces a file by a copy that has the owner of its directory.
     *
     * @param temporary a name in a directory of the same file system that only this user can change
     */
    static void place(Path source, Path target, Path temporary) throws IOException {
        Files.deleteIfExists(temporary);
        try {
            FileChannel.open(temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), FILE)
                    .close();
            Files.write(temporary, Files.readAllBytes(source));
            Files.setOwner(temporary, Files.getOwner(target.getParent(), LinkOption.NOFOLLOW_LINKS));
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Runs {@code change} while no other thread or process that uses the same lock file runs one. */
    static synchronized void locked(Path lockFile, Change change) throws IOException {
        try (FileChannel channel =
                        FileChannel.open(lockFile, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), FILE);
                FileLock lock = channel.lock()) {
            if (lock.isValid()) {
                change.run();
            }
        }
    }
}
