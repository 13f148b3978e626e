package org.sss.dataserver.group;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.DataDirectory.SegmentName;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.run.Segment;

/**
 * Recovers a directory at the start: finishes commits, deletes what was not committed, and finds the segments,
 * which are not opened yet. One thread, before anything else uses the directory.
 */
public final class Recovery {
    private static final int NUMBER = 3;
    private static final String FORMATS = "sss data server directory, format ";
    private static final String FORMAT = FORMATS + NUMBER;
    private static final Pattern ANY_FORMAT = Pattern.compile(FORMATS + "(\\d{1,9})");

    private final Storage storage;

    public Recovery(Storage storage) {
        this.storage = storage;
    }

    /**
     * Checks the format of a directory, and writes it into one that has none.
     *
     * @throws SssException as {@link #checkFormat(DataDirectory)}
     */
    public static void checkFormat(DataDirectory files, Disk disk) throws IOException {
        Path file = files.format();
        if (!Disk.exists(file)) {
            disk.syncAbove(files.root());
            Files.createDirectories(
                    files.groups()); // so a directory with a format file and without groups has lost them
            disk.syncDirectory(files.root());
            disk.writeWhole(file, (FORMAT + "\n").getBytes(StandardCharsets.US_ASCII));
            return;
        }
        checkFormat(files);
    }

    /**
     * Checks the format of a directory that has one; changes nothing.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it is of a newer version, {@link ErrorCode#CORRUPT} if
     *     it is of an older one, or damaged
     */
    public static void checkFormat(DataDirectory files) throws IOException {
        Path file = files.format();
        String found = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).trim();
        Matcher other = ANY_FORMAT.matcher(found);
        if (other.matches() && Integer.parseInt(other.group(1)) > NUMBER) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "data directory " + files.root() + " is of a newer version: " + file + " has '" + found
                            + "', and this version knows formats up to " + NUMBER
                            + ". Start the version that wrote it. To go back to this one, restore the data"
                            + " directories of all nodes from a backup made before the upgrade. Nothing in this "
                            + "directory was changed");
        }
        if (!found.equals(FORMAT)) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "data directory " + files.root() + " is not of this version: " + file
                            + " has '" + found + "', expected '" + FORMAT
                            + "'. Use the version that wrote it: export its groups with it (sss group export), and "
                            + "import them into an"
                            + " empty directory with this one");
        }
    }

    /** Adds what is on disk to {@code groups}; returns directories that must still be deleted. */
    public List<Path> run(Groups groups) throws IOException {
        Files.createDirectories(storage.directory().groups());
        List<Path> trash = new ArrayList<>();
        for (Path path : Disk.list(storage.directory().groups())) {
            String name = path.getFileName().toString();
            if (name.startsWith(DataDirectory.TRASH)) {
                trash.add(path);
            } else if (DataDirectory.groupOf(name).isPresent()) {
                recover(DataDirectory.groupOf(name).getAsLong(), path, groups);
            }
        }
        syncNames();
        return trash;
    }

    /** Includes names that the process before has renamed: it may have been killed before it synced them. */
    private void syncNames() throws IOException {
        storage.disk().syncDirectory(storage.directory().root());
        storage.disk().syncDirectory(storage.directory().groups());
    }

    /**
     * A group that cannot be recovered is added as lost and reports the reason to its readers; other groups are not
     * affected.
     */
    private void recover(long id, Path directory, Groups groups) {
        Group group = Group.found(id, storage);
        try {
            if (!settle(group, directory)) {
                Files.delete(directory);
                return;
            }
        } catch (IOException e) {
            group.lose(Disk.error("recover group " + id, directory, e));
        } catch (SssException e) {
            group.lose(e);
        }
        groups.add(group);
    }

    /** Returns false if nothing of the group was committed. */
    private boolean settle(Group group, Path directory) throws IOException {
        Map<Integer, List<Segment>> segments = new TreeMap<>();
        boolean any = false;
        for (Path file : Disk.list(directory)) {
            Path sealed = settleFile(group, file);
            if (sealed != null) {
                any = true;
                addSegment(group, sealed, segments);
            }
        }
        segments.forEach(group::addSubgroup);
        return any;
    }

    /** Returns the final path of the file, or null if it was not committed. */
    private Path settleFile(Group group, Path file) throws IOException {
        String name = file.getFileName().toString();
        if (!name.endsWith(DataDirectory.TEMPORARY)) {
            return file;
        }
        SegmentName segment = SegmentName.parse(name);
        if (segment == null || !group.commits().names(segment.subgroup(), segment.number())) {
            Files.delete(file);
            return null;
        }
        Path named = file.resolveSibling(DataDirectory.sealedName(segment.subgroup(), segment.number()));
        Files.move(file, named, StandardCopyOption.ATOMIC_MOVE);
        return named;
    }

    private void addSegment(Group group, Path file, Map<Integer, List<Segment>> segments) {
        SegmentName name = SegmentName.parse(file.getFileName().toString());
        if (name != null) {
            segments.computeIfAbsent(name.subgroup(), s -> new ArrayList<>())
                    .add(group.fileSegment(name.subgroup(), name.number(), file));
        }
    }
}
