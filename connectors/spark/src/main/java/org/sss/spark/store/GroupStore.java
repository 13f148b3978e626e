package org.sss.spark.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Json;
import org.sss.spark.store.StoredGroup.StoredFile;

/**
 * The directory of the named groups. A group is there if its {@code group.json} is; other files of its directory are
 * what a run that ended early has left, and the next commit of the group deletes them. Thread-safe.
 */
public final class GroupStore {
    private static final String META = "group.json";
    private static final String BLOCKS = ".blocks";
    /** Schemes of stores in which a file is there when it was written as a whole, and a rename is a copy. */
    private static final Set<String> WHOLE_FILES = Set.of("s3a");

    private final Path root;
    private final Configuration hadoop;

    /** @param root as Hadoop's file systems name it */
    public GroupStore(String root, Configuration hadoop) {
        this.hadoop = hadoop;
        this.root = new Path(root);
    }

    private interface Access<T> {
        T in(FileSystem files) throws IOException;
    }

    private <T> T access(String doing, Access<T> access) {
        try {
            return access.in(root.getFileSystem(hadoop));
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    doing + " in store '" + root + "': " + e + "; check the address and the rights of the store",
                    e);
        }
    }

    /** Names of all groups, in alphabetical order. */
    public List<String> names() {
        return access("listing groups", files -> {
            TreeSet<String> names = new TreeSet<>();
            for (FileStatus found : list(files, root)) {
                if (found.isDirectory() && files.exists(new Path(found.getPath(), META))) {
                    names.add(found.getPath().getName());
                }
            }
            return List.copyOf(names);
        });
    }

    private static FileStatus[] list(FileSystem files, Path directory) throws IOException {
        try {
            return files.listStatus(directory);
        } catch (FileNotFoundException e) {
            return new FileStatus[0];
        }
    }

    /** Returns a group; null if there is none of that name. */
    public StoredGroup find(String name) {
        return access("reading group '" + name + "'", files -> {
            try (InputStream in = files.open(meta(name))) {
                StoredGroup group = Json.read(in.readAllBytes(), StoredGroup.class, "group.json of '" + name + "'");
                if (group.version() != StoredGroup.VERSION) {
                    throw new SssException(
                            ErrorCode.INVALID_ARGUMENT,
                            "group '" + name + "' in store '" + root + "' has format " + group.version()
                                    + ", and this version of SSS reads " + StoredGroup.VERSION
                                    + "; use the version that wrote it");
                }
                return group;
            } catch (FileNotFoundException e) {
                return null;
            }
        });
    }

    private Path meta(String name) {
        return new Path(new Path(root, name), META);
    }

    /** Path below the store of a file that a task writes. */
    public static String file(String group, int subgroup, String attempt) {
        return group + "/" + String.format("subgroup-%05d.%s", subgroup, attempt) + BLOCKS;
    }

    /** Creates a file for blocks. */
    public OutputStream create(String path) {
        return access("creating " + path, files -> files.create(new Path(root, path), true));
    }

    /** Opens a file of blocks. */
    public InputStream open(StoredFile file) {
        return access("reading " + file.path(), files -> files.open(new Path(root, file.path())));
    }

    public void delete(StoredFile file) {
        delete(file.path());
    }

    void delete(String path) {
        access("deleting " + path, files -> files.delete(new Path(root, path), false));
    }

    /**
     * Makes a group visible under a name, at once and as a whole, and deletes what else is in its directory.
     *
     * @param replace whether it may replace another one
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS}; {@link ErrorCode#NOT_FOUND} if files of the group are
     *     gone, since another run has written the same group
     */
    public void commit(String name, StoredGroup group, boolean replace) {
        checkFree(name, replace);
        access("committing group '" + name + "'", files -> {
            for (StoredFile file : group.files()) {
                checkThere(files, name, file);
            }
            StoredGroup before = find(name);
            publish(files, meta(name), Json.write(group), replace);
            deleteOthers(files, name, group, before);
            return null;
        });
    }

    /** Writes a file that others see as a whole, instead of the former one of that name. */
    private void publish(FileSystem files, Path meta, byte[] content, boolean replace) throws IOException {
        if (WHOLE_FILES.contains(files.getScheme())) {
            write(files, meta, content);
            return;
        }
        Path temporary = meta.suffix(".tmp");
        if (files instanceof LocalFileSystem local) {
            // Not through a FileContext, which deletes the former file first, and without checksums, which are a
            // second file: the rename of the system is the commit.
            FileSystem plain = local.getRawFileSystem();
            write(plain, temporary, content);
            plain.delete(local.getChecksumFile(meta), false);
            if (!plain.rename(temporary, meta)) {
                throw new IOException("cannot rename " + temporary + " to " + meta);
            }
            return;
        }
        write(files, temporary, content);
        FileContext.getFileContext(root.toUri(), hadoop)
                .rename(
                        files.makeQualified(temporary),
                        files.makeQualified(meta),
                        replace ? Options.Rename.OVERWRITE : Options.Rename.NONE);
    }

    private static void write(FileSystem files, Path path, byte[] content) throws IOException {
        try (OutputStream out = files.create(path, true)) {
            out.write(content);
        }
    }

    private void checkThere(FileSystem files, String name, StoredFile file) throws IOException {
        if (!files.exists(new Path(root, file.path()))) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "file " + file.path() + " of group '" + name + "' is gone from store '" + root
                            + "': another run has written the group at the same time. Run one after the other, or"
                            + " write groups of different names");
        }
    }

    private void deleteOthers(FileSystem files, String name, StoredGroup group, StoredGroup before) throws IOException {
        List<String> used =
                new ArrayList<>(group.files().stream().map(StoredFile::path).toList());
        Stream<String> old =
                before == null ? Stream.of() : before.files().stream().map(StoredFile::path);
        for (String path : old.filter(path -> !used.contains(path)).toList()) {
            files.delete(new Path(root, path), false);
        }
        for (FileStatus found : list(files, new Path(root, name))) {
            String file = found.getPath().getName();
            if (file.endsWith(BLOCKS) && !used.contains(name + "/" + file)) {
                files.delete(found.getPath(), false);
            }
        }
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} */
    public void checkFree(String name, boolean replace) {
        if (!replace && find(name) != null) {
            throw new SssException(
                    ErrorCode.ALREADY_EXISTS,
                    "group '" + name + "' exists already in store '" + root
                            + "'; remove its directory, or declare the output with replacing()");
        }
    }

    /** Removes a group; does nothing if there is none. */
    public void drop(String name) {
        StoredGroup group = find(name);
        if (group != null) {
            access("removing group '" + name + "'", files -> {
                files.delete(meta(name), false);
                group.files().forEach(this::delete);
                if (list(files, new Path(root, name)).length == 0) {
                    files.delete(new Path(root, name), false);
                }
                return null;
            });
        }
    }

    /** Commits a copy of a group under another name. */
    public void copy(StoredGroup group, String name, String run) {
        List<StoredFile> copies = new ArrayList<>();
        for (StoredFile file : group.files()) {
            String path = file(name, file.subgroup(), run);
            try (InputStream in = open(file);
                    OutputStream out = create(path)) {
                in.transferTo(out);
            } catch (IOException e) {
                throw new SssException(
                        ErrorCode.STORAGE, "copying " + file.path() + " in store '" + root + "': " + e, e);
            }
            copies.add(new StoredFile(file.subgroup(), path, file.tuples(), file.dataBytes(), file.storedBytes()));
        }
        commit(name, StoredGroup.of(group.subgroups(), group.format(), group.origin(), copies), true);
    }

    /** Directory for files of a temporary group; names of groups do not start like that. */
    public String temporary(String run, String group) {
        return runDirectory(run) + "/" + group;
    }

    private static String runDirectory(String run) {
        return "_run-" + run;
    }

    /**
     * Deletes what a run has written and not committed.
     *
     * @param names of groups that it may have written
     */
    public void deleteUncommitted(String run, Iterable<String> names) {
        access("deleting files of a run", files -> {
            files.delete(new Path(root, runDirectory(run)), true);
            for (String name : names) {
                StoredGroup group = find(name);
                for (FileStatus found : list(files, new Path(root, name))) {
                    String file = found.getPath().getName();
                    if (file.contains("." + run) && (group == null || !group.has(name + "/" + file))) {
                        files.delete(found.getPath(), false);
                    }
                }
            }
            return null;
        });
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
