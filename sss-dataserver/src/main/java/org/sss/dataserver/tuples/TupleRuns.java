package org.sss.dataserver.tuples;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.sss.dataserver.run.RunInfo;

/** The committed runs of a segment in the file of a node, as one. Immutable, thread-safe. */
public final class TupleRuns {
    private final RunInfo whole;
    /** Numbers of the runs in the order of their values. */
    private final int[] inOrder;
    /** The same, ascending, and the index in {@code inOrder} of each. */
    private final int[] numbers;

    private final int[] ranks;

    /** @param runs at least one */
    public TupleRuns(List<RunInfo> runs) {
        List<RunInfo> ordered = runs.stream().sorted(RunInfo.VALUE_ORDER).toList();
        inOrder = ordered.stream().mapToInt(RunInfo::run).toArray();
        int[] byNumber = IntStream.range(0, inOrder.length)
                .boxed()
                .sorted(Comparator.comparing(i -> inOrder[i]))
                .mapToInt(i -> i)
                .toArray();
        ranks = byNumber;
        numbers = Arrays.stream(byNumber).map(i -> inOrder[i]).toArray();
        whole = ordered.stream().reduce(TupleRuns::plus).orElseThrow();
    }

    private static RunInfo plus(RunInfo a, RunInfo b) {
        return new RunInfo(
                a.run(),
                a.attempt(),
                a.sequence(),
                a.size().plus(b.size()),
                Arrays.compareUnsigned(a.firstKey(), b.firstKey()) <= 0 ? a.firstKey() : b.firstKey(),
                Arrays.compareUnsigned(a.lastKey(), b.lastKey()) >= 0 ? a.lastKey() : b.lastKey());
    }

    /** Returns the sum of all, at the position of the first in the order of values. */
    public RunInfo whole() {
        return whole;
    }

    public int count() {
        return inOrder.length;
    }

    /** Returns the number of a run by its rank in the order of values. */
    public int inOrder(int rank) {
        return inOrder[rank];
    }

    /** Returns the rank of a run in the order of values; negative when it was not committed with these. */
    public int rank(int run) {
        int found = Arrays.binarySearch(numbers, run);
        return found < 0 ? -1 : ranks[found];
    }
}
