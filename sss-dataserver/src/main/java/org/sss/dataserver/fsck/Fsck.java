package org.sss.dataserver.fsck;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.DirectoryLock;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Recovery;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.NativeLibrary;
import org.sss.net.rpc.Nullable;

/**
 * Verifies data directories whose server does not run: every commit, every segment, every block. Changes nothing in
 * them. Reads each file once, with the memory of one index and a few blocks. Used by one thread, once.
 *
 * <pre>
 *   directory: lock, format --> group: commits against files --> segment: trailer, index --> run: blocks, order, counts
 * </pre>
 */
public final class Fsck {
    private static final Logger LOG = LoggerFactory.getLogger(Fsck.class);
    private static final Pattern NODE = Pattern.compile("node-\\d+");

    private final FsckReport report;
    private final BiConsumer<Path, GroupContent> contents;

    private Fsck(Consumer<Finding> findings, BiConsumer<Path, GroupContent> contents) {
        report = new FsckReport(findings);
        this.contents = contents;
    }

    /**
     * A finding, in one line with what to do.
     *
     * @param problem false for what a crash leaves and the next start of the server repairs
     */
    public record Finding(boolean problem, String text) {}

    /** What was read, and how many findings are problems. */
    public record Summary(
            int directories,
            long groups,
            long segments,
            long runs,
            long blocks,
            long tuples,
            long fileBytes,
            long problems) {}

    /**
     * What a data directory stores of a group according to its commit files; whether the segments have it is verified
     * separately.
     *
     * @param identity  in the commit files; null if none can be read
     * @param temporary the group ends with its workflow
     * @param subgroups that have tuples, ascending
     * @param committed whether there is a commit file
     * @param complete  whether all commit files could be read
     */
    public record GroupContent(
            long group,
            @Nullable String identity,
            boolean temporary,
            List<SubgroupContent> subgroups,
            boolean committed,
            boolean complete) {}

    /**
     * What a data directory stores of a subgroup: copies of it are equal.
     *
     * @param tuples    according to the commit files
     * @param fileBytes of all files of its segments, likewise
     * @param digest    CRC32C over the digests of its segments, in order; null if one is unknown
     * @param file      that of its first segment; null if there is none
     * @param damaged   whether a problem was found in one of its files
     */
    public record SubgroupContent(
            int subgroup,
            long tuples,
            long fileBytes,
            @Nullable Long digest,
            @Nullable Path file,
            boolean damaged) {}

    /**
     * Returns the highest number of a group in a directory of a data server, or 0.
     *
     * @throws SssException {@link ErrorCode#STORAGE}
     */
    public static long highestGroup(Path root) {
        Path groups = new DataDirectory(root).groups();
        try {
            return !Disk.exists(groups)
                    ? 0
                    : Disk.list(groups).stream()
                            .map(path ->
                                    DataDirectory.groupOf(path.getFileName().toString()))
                            .mapToLong(number -> number.orElse(0))
                            .max()
                            .orElse(0);
        } catch (IOException e) {
            throw Disk.error("list the groups", groups, e);
        }
    }

    /**
     * Verifies everything in {@code directory}: that of a data server, that of a node ({@code data.dir}), or that of a
     * cluster on this machine, with all of its nodes.
     *
     * @param findings receives each finding as it is made
     * @throws SssException {@link ErrorCode#NOT_FOUND} when there is no data directory,
     *     {@link ErrorCode#ALREADY_EXISTS} when its server runs, {@link ErrorCode#STORAGE} when a directory cannot be
     *     read
     */
    public static Summary verify(Path directory, Consumer<Finding> findings) {
        return verify(dataDirectories(directory.toAbsolutePath().normalize()), findings, (root, content) -> {});
    }

    /**
     * Verifies these directories of data servers.
     *
     * @param contents receives what each of them stores of each group
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} when a server runs, {@link ErrorCode#STORAGE} when a
     *     directory cannot be read
     */
    public static Summary verify(
            List<Path> roots, Consumer<Finding> findings, BiConsumer<Path, GroupContent> contents) {
        prepareForCompressedBlocks();
        Fsck fsck = new Fsck(findings, contents);
        roots.forEach(fsck::verifyOne);
        return fsck.report.summary(roots.size());
    }

    /**
     * Returns true if a data server has used this directory.
     *
     * @throws SssException {@link ErrorCode#STORAGE} when that is unknown
     */
    public static boolean isDataDirectory(Path directory) {
        try {
            DataDirectory data = new DataDirectory(directory);
            return Disk.exists(data.format()) || Disk.exists(data.groups()) || Disk.exists(data.lock());
        } catch (IOException e) {
            throw Disk.error("look for data", directory, e);
        }
    }

    /**
     * Checks that data of this version are in this directory, or none; changes nothing.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if a newer version wrote them, {@link ErrorCode#CORRUPT}
     *     if the version is another one
     */
    public static void checkFormat(Path directory) {
        DataDirectory data = new DataDirectory(directory);
        try {
            if (Disk.exists(data.format())) {
                Recovery.checkFormat(data);
            }
        } catch (IOException e) {
            throw Disk.error("read the format of the data", directory, e);
        }
    }

    /** Loads the native library of Zstd; the store's own is not needed to verify. */
    private static void prepareForCompressedBlocks() {
        try {
            NativeLibrary.load(null);
        } catch (SssException e) {
            LOG.debug("Blocks are verified without Zstd: {}", e.getMessage());
        }
    }

    private static List<Path> dataDirectories(Path directory) {
        try {
            List<Path> found = new ArrayList<>();
            for (Path candidate : candidates(directory)) {
                if (isDataDirectory(candidate)) {
                    found.add(candidate);
                }
            }
            if (found.isEmpty()) {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        "there is no data of SSS in " + directory
                                + "; give a node's data.dir, or the directory of 'sss cluster start'");
            }
            return found;
        } catch (IOException e) {
            throw Disk.error("look for data", directory, e);
        }
    }

    private static List<Path> candidates(Path directory) throws IOException {
        List<Path> candidates = new ArrayList<>(List.of(directory, directory.resolve("data")));
        if (Disk.exists(directory) && Disk.isDirectory(directory)) {
            for (Path path : list(directory)) {
                if (NODE.matcher(path.getFileName().toString()).matches()) {
                    candidates.addAll(
                            List.of(path.resolve("data"), path.resolve("data").resolve("data")));
                }
            }
        }
        return candidates;
    }

    private void verifyOne(Path root) {
        DataDirectory data = new DataDirectory(root);
        try {
            verifyLocked(data, DirectoryLock.takeToRead(data.lock()));
        } catch (IOException e) {
            throw Disk.error("verify the data directory", root, e);
        }
    }

    private void verifyLocked(DataDirectory data, DirectoryLock lock) throws IOException {
        try (lock) {
            if (formatIsKnown(data)) {
                verifyRoot(data);
            }
        }
    }

    private boolean formatIsKnown(DataDirectory data) throws IOException {
        if (!Disk.exists(data.format()) && !hasGroups(data)) {
            report.remains(data.root() + " was left by an interrupted start; the next start continues it");
            return false;
        }
        if (!Disk.exists(data.format())) {
            report.problem("the file " + data.format()
                    + " is missing, so the version that wrote the data is unknown; restore it"
                    + " from a copy. The data are verified as data of this version");
            return true;
        }
        try {
            Recovery.checkFormat(data, new Disk(DataServerConfig.Durability.NONE));
            return true;
        } catch (SssException e) {
            report.problem(e.getMessage());
            return false;
        }
    }

    private static boolean hasGroups(DataDirectory data) throws IOException {
        return Disk.exists(data.tuples())
                || Disk.exists(data.groups()) && !Disk.list(data.groups()).isEmpty();
    }

    private void verifyRoot(DataDirectory data) throws IOException {
        for (Path path : list(data.root())) {
            if (!List.of(data.lock(), data.format(), data.groups(), data.merges(), data.tuples(), data.lostTuples())
                    .contains(path)) {
                report.problem(path + " does not belong here; it is not used, move it away");
            }
        }
        if (Disk.exists(data.merges())) {
            list(data.merges())
                    .forEach(file -> report.remains(file + " was left by a merge; the next start deletes it"));
        }
        reportTuples(data);
        if (Disk.exists(data.groups())) {
            for (Path path : list(data.groups())) {
                verifyGroup(data, path);
            }
        } else {
            report.problem("the directory " + data.groups()
                    + " is missing, with all groups of this node; restore it from a copy");
        }
    }

    private void reportTuples(DataDirectory data) throws IOException {
        if (Disk.exists(data.tuples())) {
            report.remains(data.tuples()
                    + " is not verified: layout tuples has no checksums; a scan of a group compares its tuples "
                    + "with the commit");
        }
        if (Disk.exists(data.lostTuples())) {
            report.remains(data.lostTuples()
                    + " is what remained of groups in layout tuples after a data server was killed or a disk had an "
                    + "error;"
                    + " it is not used, delete it");
        }
    }

    private void verifyGroup(DataDirectory data, Path path) throws IOException {
        String name = path.getFileName().toString();
        if (name.startsWith(DataDirectory.TRASH)) {
            report.remains(path + " is a dropped group; the next start deletes it");
        } else if (DataDirectory.groupOf(name).isPresent() && Disk.isDirectory(path)) {
            contents.accept(
                    data.root(),
                    new FsckGroup(DataDirectory.groupOf(name).getAsLong(), path, report, data.tuples()).verify());
        } else {
            report.problem(path + " is not the directory of a group; it is not used, move it away");
        }
    }

    /** Sorted, so that two runs over the same directory print the same. */
    static List<Path> list(Path directory) throws IOException {
        return Disk.list(directory).stream().sorted().toList();
    }
}
