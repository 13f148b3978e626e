package org.sss.net.block;

import java.util.List;

/**
 * Finds the cursor at the smallest tuple: a tree of losers, so that a move of that cursor costs one comparison per
 * level, usually of two numbers in the tree itself. One thread at a time.
 *
 * <pre>
 *   node n has the children 2n and 2n + 1 and stores the loser of its game; the winner plays at node n / 2
 *   nodes k .. 2k - 1 stand for the cursors 0 .. k - 1
 * </pre>
 */
final class RunTree implements AutoCloseable {
    /** The order of a cursor at its end; it loses against another cursor with the same order that is not at its end. */
    private static final long LAST = Long.MAX_VALUE;

    private final RunCursor[] runs;
    private final WalkError error = new WalkError();
    private final CommonPrefix common = new CommonPrefix();
    private int commonBytes;
    private final int[] losers;
    /** By node: the first 63 bits of the {@link RunCursor#prefix} of the loser, so that differences do not overflow. */
    private final long[] orders;

    private int winner;

    /** @param sources in the order in which values of equal keys are to appear; closed by {@link #close} */
    RunTree(List<? extends BlockSource> sources) {
        runs = new RunCursor[sources.size()];
        for (int i = 0; i < runs.length; i++) {
            runs[i] = new RunCursor(sources.get(i), i, runs.length == 1 ? null : common, error);
        }
        losers = new int[runs.length];
        orders = new long[runs.length];
    }

    /** Shared by the cursors and the owner of this tree. */
    WalkError error() {
        return error;
    }

    /** Moves every cursor to its first tuple. Call it once; after a failure it fails again. */
    void start() {
        error.check();
        try {
            for (RunCursor run : runs) {
                run.next();
            }
        } catch (RuntimeException | Error e) {
            error.record(e);
            throw e;
        }
        if (runs.length > 1) {
            findCommon();
            playAll();
        }
    }

    private void findCommon() {
        boolean first = true;
        for (RunCursor run : runs) {
            if (run.hasTuple()) {
                if (first) {
                    common.init(run);
                    first = false;
                }
                common.include(run);
            }
        }
    }

    /** Also after a change of the prefixes due to a shorter common prefix. */
    private void playAll() {
        commonBytes = common.length();
        for (RunCursor run : runs) {
            if (run.hasTuple()) {
                run.findPrefix();
            }
        }
        winner = play(1);
    }

    /** Returns the cursor at the smallest tuple, or null at the end of all runs. */
    RunCursor top() {
        return runs.length > 0 && runs[winner].hasTuple() ? runs[winner] : null;
    }

    /** Call it after a move of the top cursor to another key. */
    void topMoved() {
        if (runs.length == 1) {
            return;
        }
        if (common.length() != commonBytes) {
            playAll();
            return;
        }
        int moving = winner;
        long order = order(moving);
        for (int node = moving + runs.length >>> 1; node > 0; node >>>= 1) {
            long other = orders[node];
            int lost = losers[node];
            // The winner is random, so a branch would often be mispredicted: only the rare case of a tie is a
            // branch.
            long otherWins = other - order >> 63;
            if (other == order) {
                otherWins = before(lost, moving) ? -1 : 0;
            }
            long swapped = (other ^ order) & otherWins;
            orders[node] = other ^ swapped;
            order ^= swapped;
            int swappedRun = (lost ^ moving) & (int) otherWins;
            losers[node] = lost ^ swappedRun;
            moving ^= swappedRun;
        }
        winner = moving;
    }

    /** Returns true if all tuples of the block of the top cursor precede those of all others. */
    boolean topBlockIsFirst() {
        RunCursor top = runs[winner];
        for (int node = winner + runs.length >>> 1; node > 0; node >>>= 1) {
            RunCursor other = runs[losers[node]];
            if (other.hasTuple() && !top.blockIsBefore(other)) {
                return false;
            }
        }
        return true;
    }

    /** Closes all sources, even if closing some of them fails. */
    @Override
    public void close() {
        RuntimeException failed = null;
        for (RunCursor run : runs) {
            try {
                run.close();
            } catch (RuntimeException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** Plays all games below {@code node}; returns the winner. */
    private int play(int node) {
        if (node >= runs.length) {
            return node - runs.length;
        }
        int left = play(2 * node);
        int right = play(2 * node + 1);
        boolean leftWins = order(left) < order(right) || order(left) == order(right) && before(left, right);
        losers[node] = leftWins ? right : left;
        orders[node] = order(losers[node]);
        return leftWins ? left : right;
    }

    private long order(int run) {
        return runs[run].hasTuple() ? runs[run].prefix() >>> 1 : LAST;
    }

    /** For equal orders. */
    private boolean before(int a, int b) {
        return runs[a].hasTuple() && (!runs[b].hasTuple() || runs[a].before(runs[b]));
    }
}
