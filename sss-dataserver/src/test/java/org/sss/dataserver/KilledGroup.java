package org.sss.dataserver;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.sss.net.control.AttemptId;

/**
 * What a {@link KilledServer} does with a group, as its id alone decides: both processes know it. Immutable.
 *
 * @param subgroups how many have tuples
 * @param tuples    of each attempt in each subgroup
 * @param valueBytes about
 * @param attempts  in each commit
 * @param commits   one after another
 * @param end       what becomes of it in the end
 */
record KilledGroup(long id, int subgroups, int tuples, int valueBytes, int attempts, int commits, End end) {
    enum End {
        COMMITTED,
        ABORTED,
        LEFT_OPEN,
        DROPPED_WHILE_OPEN
    }

    static KilledGroup of(long id) {
        Random random = new Random(id * 0x9E3779B97F4A7C15L);
        int size = random.nextInt(10);
        int tuples = size < 6 ? 1 + random.nextInt(40) : size < 9 ? 2_000 : 6_000;
        int end = random.nextInt(12);
        return new KilledGroup(
                id,
                1 + random.nextInt(4),
                tuples,
                size == 9 ? 200 : 20,
                1 + random.nextInt(3),
                random.nextInt(5) == 0 ? 2 : 1,
                end < 3 ? End.values()[1 + end] : End.COMMITTED);
    }

    /** The attempts of one commit, which counts from 1. */
    List<AttemptId> attemptsOf(int commit) {
        List<AttemptId> ids = new ArrayList<>();
        for (int i = 0; i < attempts; i++) {
            ids.add(TestNode.attempt(10 * commit + i));
        }
        return ids;
    }

    /** What {@code attempt} puts into each subgroup. */
    Tuples tuples(AttemptId attempt) {
        String value = "group " + id + ", attempt " + attempt + " ";
        return Tuples.numbered("key", tuples, value + "x".repeat(Math.max(0, valueBytes - value.length())));
    }

    /** What each subgroup has after so many commits. */
    Tuples after(int doneCommits) {
        Tuples all = new Tuples();
        for (int commit = 1; commit <= doneCommits; commit++) {
            attemptsOf(commit).forEach(attempt -> all.addAll(tuples(attempt)));
        }
        return all;
    }
}
