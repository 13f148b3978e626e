package org.sss.server.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The directories below which jobs may use files on a node: setting {@code files.roots}. Resolves symbolic links,
 * also in
 * the directories themselves. Immutable.
 */
public final class FileRoots {
    /** Any file that the node's user may use. */
    public static final FileRoots ALL = new FileRoots(-1, null);

    private final int node;
    /** Null for all. */
    private final List<Path> roots;

    private FileRoots(int node, List<Path> roots) {
        this.node = node;
        this.roots = roots;
    }

    /** @param node for messages */
    public static FileRoots of(int node, List<Path> roots) {
        return new FileRoots(node, List.copyOf(roots));
    }

    /**
     * Returns the file to read, without symbolic links. The file need not exist.
     *
     * @throws SssException FORBIDDEN if it is outside of the directories
     */
    public Path readable(Path file) {
        return roots == null ? file : checked(file, "read", "import the file on the client with 'sss group import'");
    }

    /**
     * Checks that a file may be created or replaced. A link of that name would be replaced, too, so only its
     * directory counts.
     *
     * @throws SssException FORBIDDEN if it is outside of the directories
     */
    public void checkWritable(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        if (roots != null) {
            checked(
                    absolute.getParent() == null ? absolute : absolute.getParent(),
                    "write",
                    "write a group and export it on the client with 'sss group export'");
        }
    }

    private Path checked(Path file, String what, String otherwise) {
        Path real = null;
        String problem;
        try {
            real = resolved(file.toAbsolutePath().normalize());
            Path found = real;
            if (roots.stream().anyMatch(root -> isBelow(found, root))) {
                return found;
            }
            problem = roots.isEmpty()
                    ? "this node has none"
                    : "it is outside of " + roots.stream().map(Path::toString).collect(Collectors.joining(", "));
        } catch (IOException e) {
            problem = "its symbolic links cannot be resolved: " + e;
        }
        String target = real == null || real.equals(file) ? "" : " (which is '" + real + "')";
        throw new SssException(
                ErrorCode.FORBIDDEN,
                "node " + node + " may not " + what + " '" + file + "'" + target
                        + ": jobs use files below the directories of setting files.roots only, and " + problem
                        + "; add a directory to"
                        + " files.roots in the settings of the nodes and restart them, or " + otherwise);
    }

    private static boolean isBelow(Path real, Path root) {
        try {
            return real.startsWith(root.toRealPath());
        } catch (IOException e) {
            return false; // such as a disk that is not mounted
        }
    }

    /** Resolves the links of the existing part of a path. @throws IOException for a link to nothing */
    private static Path resolved(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) || path.getParent() == null) {
            return path.toRealPath();
        }
        return resolved(path.getParent()).resolve(path.getFileName());
    }

    @Override
    public String toString() {
        return roots == null ? "all" : roots.toString();
    }
}
