package org.sss.dataserver.disk;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files in the directory of a data server.
 *
 * <pre>
 *   DIR/lock                              locked while the server runs
 *   DIR/format                            version of this format
 *   DIR/groups/GROUP/SUBGROUP-N.sss       a committed segment
 *   DIR/groups/GROUP/SUBGROUP-N.tmp       a segment being written
 *   DIR/groups/GROUP/copy-SUBGROUP-N-U.tmp  a segment being copied from another node
 *   DIR/groups/GROUP/commit-K             what commit K made visible: attempts and segments
 *   DIR/groups/.trash-GROUP-N             a dropped group that is being deleted
 *   DIR/tuples.bdb                        all groups of this node in layout tuples, one record per tuple
 *   DIR/tuples.bdb.N                      a hard link to it, for one more handle; unlinked as soon as it is open
 *   DIR/tuples.new                        the same, rebuilt at a start after an error of the disk
 *   DIR/tuples.lost                       what remained of it after a server was killed or a disk had an error
 *   DIR/merge/                            runs merged for a scan that has too many, and scratch of segments being written; unlinked as
 *                                         soon as they are open
 * </pre>
 */
public record DataDirectory(Path root) {
    public static final String TEMPORARY = ".tmp";
    static final String SEALED = ".sss";
    public static final String TRASH = ".trash-";
    public static final String COMMIT = "commit-";

    private static final Pattern SEGMENT = Pattern.compile("(\\d{1,10})-(\\d{1,9})\\.(sss|tmp)");
    private static final Pattern COMMITTED = Pattern.compile("commit-(\\d{1,9})");

    /** A parsed name of a segment file. */
    public record SegmentName(int subgroup, int number, boolean sealed) {
        /** Returns the parsed name, or null if it is not the name of a segment. */
        public static SegmentName parse(String name) {
            Matcher m = SEGMENT.matcher(name);
            return m.matches()
                    ? new SegmentName(
                            (int) Long.parseLong(m.group(1)),
                            Integer.parseInt(m.group(2)),
                            m.group(3).equals("sss"))
                    : null;
        }
    }

    public Path lock() {
        return root.resolve("lock");
    }

    public Path format() {
        return root.resolve("format");
    }

    public Path groups() {
        return root.resolve("groups");
    }

    public Path merges() {
        return root.resolve("merge");
    }

    /** Returns the name of a scratch file for a segment that is being written. */
    public Path scratch(String of, long group, int subgroup, int number) {
        return merges().resolve(of + "-" + group + "-" + subgroup + "-" + number + TEMPORARY);
    }

    public Path tuples() {
        return root.resolve("tuples.bdb");
    }

    public Path lostTuples() {
        return root.resolve("tuples.lost");
    }

    public Path group(long id) {
        return groups().resolve(Long.toString(id));
    }

    Path trash(long id, int number) {
        return groups().resolve(TRASH + id + "-" + number);
    }

    public static OptionalLong groupOf(String name) {
        try {
            long id = Long.parseLong(name);
            return Long.toString(id).equals(name) ? OptionalLong.of(id) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    public static String sealedName(int subgroup, int number) {
        return subgroup + "-" + number + SEALED;
    }

    public static String temporaryName(int subgroup, int number) {
        return subgroup + "-" + number + TEMPORARY;
    }

    /** Returns the name of a file that is being copied from another node. */
    public static String copyName(int subgroup, int number, long unique) {
        return "copy-" + subgroup + "-" + number + "-" + unique + TEMPORARY;
    }

    /** Returns the number of a commit file, or -1 if it is no commit file. */
    public static int commitNumber(String name) {
        Matcher m = COMMITTED.matcher(name);
        return m.matches() ? Integer.parseInt(m.group(1)) : -1;
    }
}
