package org.sss.dataserver;

import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Path;
import java.util.List;

/**
 * A data server in a JVM of its own that writes group after group until it is killed, and prints what it does. Arguments:
 * directory, first group id.
 */
final class KilledServer {
    static final int SUBGROUPS = 4;
    static final int TUPLES = 2500;
    /** Some of the blocks are merged at a commit, some are in the file before. */
    private static final long MEMORY_BYTES = 400_000;

    private KilledServer() {
    }

    public static void main(String[] arguments) {
        TestNode node = TestNode.open(Path.of(arguments[0]), DataServerConfig.defaults().withMemoryBytes(MEMORY_BYTES));
        for (long group = Long.parseLong(arguments[1]); ; group++) {
            System.out.println("WRITING " + group);
            write(node, group);
            if (group % 4 == 0) {
                continue; // left without commit
            }
            System.out.println("COMMITTING " + group);
            node.server().commit(group, List.of(attempt(0), attempt(1)));
            System.out.println("COMMITTED " + group);
        }
    }

    /** Two attempts that are committed and one that is not. */
    private static void write(TestNode node, long group) {
        for (int source = 0; source < 3; source++) {
            PutClient put = node.openPut(group, attempt(source));
            for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
                put.put(subgroup, 0, tuples(group, source));
            }
            put.finish();
        }
    }

    private static Tuples tuples(long group, int source) {
        return Tuples.numbered("key", TUPLES, "group " + group + " source " + source);
    }

    /** What each subgroup has once the group is committed. */
    static Tuples committed(long group) {
        return tuples(group, 0).addAll(tuples(group, 1));
    }
}
