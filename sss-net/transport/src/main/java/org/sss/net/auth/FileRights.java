package org.sss.net.auth;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Map;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Which files and directories a process may believe: those that nobody but its user and root can have written.
 * Immutable.
 *
 * <p>Root in a container may have files of any user mounted, and is the only user there, so nothing is refused then.
 *
 * @param user of the process
 */
public record FileRights(ProcessUser user) {
    private static final int STICKY = 01000;
    private static final int GROUP = 070;
    private static final int GROUP_WRITE = 020;
    private static final int OTHERS_WRITE = 02;
    private static final int OTHERS = 07;
    private static final String RIGHTS = "unix:uid,gid,mode";

    /** The rules for the user of this process. */
    public static FileRights ofThisProcess() {
        return new FileRights(ProcessUser.current());
    }

    /** Owner, group and mode of a file. */
    private record Rights(long owner, long group, int mode) {
        static Rights of(Path path, LinkOption... options) throws IOException {
            Map<String, Object> all = Files.readAttributes(path, RIGHTS, options);
            return new Rights((int) all.get("uid"), (int) all.get("gid"), (int) all.get("mode"));
        }

        boolean has(int bits) {
            return (mode & bits) != 0;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("rwxrwxrwx");
            for (int i = 0; i < text.length(); i++) {
                if ((mode >> (text.length() - 1 - i) & 1) == 0) {
                    text.setCharAt(i, '-');
                }
            }
            return text.toString();
        }
    }

    /**
     * Checks that the content of a file or directory comes from this user or root. What does not exist is not checked.
     *
     * @param what it is, such as {@code the directory}
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with the remedy
     */
    public void check(String what, Path path) {
        try {
            Rights rights = Rights.of(path);
            if (user.uid() == -1 || isFree()) {
                return;
            }
            checkOwner(what, path, rights.owner());
            if (mayOthersWrite(path, rights)) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "other users may write " + what + " " + path + " (" + rights
                                + "), and so decide what runs with your rights; if you trust its content, run: chmod "
                                + "go-w "
                                + path);
            }
        } catch (UnsupportedOperationException e) {
            // not a file system with rights
        } catch (IOException e) {
            if (Files.exists(path)) {
                throw new SssException(
                        ErrorCode.STORAGE, "cannot read the rights of " + what + " " + path + ": " + e, e);
            }
        }
    }

    /**
     * Checks that a file or directory belongs to this user or root.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with the remedy
     */
    public void checkOwner(String what, Path path) throws IOException {
        checkOwner(what, path, Rights.of(path).owner());
    }

    private void checkOwner(String what, Path path, long owner) {
        if (owner != 0 && !user.isSelf(owner) && !isFree()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    what + " " + path + " belongs to another user (uid " + owner
                            + "), who can decide what runs with your rights; run this as that user, or use a path of "
                            + "your own");
        }
    }

    private boolean isFree() {
        return user.uid() == 0 && user.inContainer();
    }

    /**
     * Directories for all users, such as /tmp, pass: what is in them is checked by itself. So do those of root that
     * containers get as volumes, and those whose group is the private one of their owner, which has the name of that
     * user.
     */
    private boolean mayOthersWrite(Path path, Rights rights) throws IOException {
        boolean ofRoot = rights.owner() == 0 && user.uid() != 0;
        if (rights.has(STICKY) || ofRoot && user.inContainer()) {
            return false;
        }
        return rights.has(OTHERS_WRITE) || rights.has(GROUP_WRITE) && !isPrivateGroup(path);
    }

    private static boolean isPrivateGroup(Path path) throws IOException {
        PosixFileAttributes names = Files.readAttributes(path, PosixFileAttributes.class);
        return names.owner().getName().equals(names.group().getName());
    }

    /**
     * Returns why a file or a directory with secrets is not one that only this user can read, with the remedy, or
     * nothing. What belongs to root may be read by the group of this process, as secrets that are mounted into a
     * container are.
     */
    Optional<String> exposure(Path path) throws IOException {
        Rights rights = Rights.of(path);
        if (rights.owner() != 0 && !user.isSelf(rights.owner()) && !isFree()) {
            return Optional.of(foreign(rights.owner()));
        }
        boolean isMounted = rights.owner() == 0
                && user.uid() != 0
                && !rights.has(OTHERS | GROUP_WRITE)
                && user.groups().contains(rights.group());
        return !rights.has(GROUP | OTHERS) || isMounted
                ? Optional.empty()
                : Optional.of(
                        "other users have rights to it (" + rights + "); if its content is still secret, run: chmod "
                                + (Files.isDirectory(path) ? "700 " : "600 ") + path);
    }

    private static String foreign(long owner) {
        return "it belongs to another user (uid " + owner
                + "), who knows its secrets; run this as that user, or use a copy that is your own";
    }

    /**
     * Returns why the files of a directory are not ones that only this user can read, with the remedy, or nothing.
     * Either the directory is private, or it belongs to root, as a secret that is mounted into a container, and each
     * file is.
     */
    public Optional<String> exposureOfAll(Path directory) throws IOException {
        Rights rights = Rights.of(directory);
        if (rights.owner() != 0 && !user.isSelf(rights.owner())) {
            return Optional.of(directory + ": " + foreign(rights.owner()));
        }
        if (rights.owner() != 0 || user.uid() == 0 || rights.has(OTHERS_WRITE) && !rights.has(STICKY)) {
            return exposure(directory).map(why -> directory + ": " + why);
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                long linkOwner = Rights.of(file, LinkOption.NOFOLLOW_LINKS)
                        .owner(); // in a directory like /tmp anybody may make one
                Optional<String> why = linkOwner != 0 && !user.isSelf(linkOwner)
                        ? Optional.of(foreign(linkOwner))
                        : Files.isRegularFile(file) ? exposure(file) : Optional.empty();
                if (why.isPresent()) {
                    return why.map(text -> file + ": " + text);
                }
            }
        }
        return Optional.empty();
    }
}
