package org.sss.spark.store;

import java.util.List;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.SubgroupTuples;

/**
 * What {@code group.json} says of a group.
 *
 * @param version   of this record, {@value #VERSION}
 * @param subgroups number of subgroups
 * @param files     of subgroups with tuples
 */
public record StoredGroup(int version, int subgroups, GroupFormat format, GroupOrigin origin, List<StoredFile> files) {
    static final int VERSION = 1;

    public StoredGroup {
        files = List.copyOf(files);
    }

    public static StoredGroup of(int subgroups, GroupFormat format, GroupOrigin origin, List<StoredFile> files) {
        return new StoredGroup(VERSION, subgroups, format, origin, files);
    }

    /**
     * The tuples of a subgroup.
     *
     * @param path        below the store, such as {@code counts/subgroup-00012.3f.blocks}
     * @param dataBytes   of keys and values
     * @param storedBytes of the file
     */
    public record StoredFile(int subgroup, String path, long tuples, long dataBytes, long storedBytes) {}

    public long tuples() {
        return files.stream().mapToLong(StoredFile::tuples).sum();
    }

    public long storedBytes() {
        return files.stream().mapToLong(StoredFile::storedBytes).sum();
    }

    /** Returns the file of a subgroup; null if that is empty. */
    public StoredFile file(int subgroup) {
        for (StoredFile file : files) {
            if (file.subgroup() == subgroup) {
                return file;
            }
        }
        return null;
    }

    boolean has(String path) {
        return files.stream().anyMatch(file -> file.path().equals(path));
    }

    /** Returns the group as one of a catalog, for the checks of workflows. */
    public GroupInfo info(long id, String name) {
        long[] bySubgroup = new long[subgroups];
        files.forEach(file -> bySubgroup[file.subgroup()] = file.tuples());
        GroupInfo.Content content = new GroupInfo.Content(
                tuples(),
                files.stream().mapToLong(StoredFile::dataBytes).sum(),
                storedBytes(),
                List.of(),
                SubgroupTuples.of(bySubgroup),
                List.of(),
                null);
        return new GroupInfo(GroupKey.of(id), name, GroupInfo.State.READY, format, origin, content);
    }
}
