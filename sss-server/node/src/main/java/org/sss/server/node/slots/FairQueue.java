package org.sss.server.node.slots;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Queue of waiting tasks that is fair between workflows. The next task is from the workflow with the fewest running
 * tasks relative to its weight; among equals, from the one whose tasks have used the least time relative to its weight
 * since it joined. Tasks of one workflow are first in, first out. One thread at a time.
 *
 * @param <T> the tasks
 */
final class FairQueue<T> {
    /** In the order of arrival. A workflow without waiting or running tasks is removed. */
    private final Map<String, Share<T>> shares = new LinkedHashMap<>();

    private int size;

    /** The state of one workflow. */
    private static final class Share<T> {
        private final Deque<T> waiting = new ArrayDeque<>();
        private int weight;
        private int running;
        private double usedNanos;
        /** System.nanoTime() since when tasks wait and none runs. */
        private long blockedSince;

        double load() {
            return (double) running / weight;
        }

        boolean isBefore(Share<T> other) {
            return load() < other.load() || load() == other.load() && usedNanos < other.usedNanos;
        }
    }

    int size() {
        return size;
    }

    /** @param weight of the workflow, at least 1 */
    void add(String workflow, int weight, T task) {
        Share<T> share = shares.get(workflow);
        if (share == null) {
            share = new Share<>();
            // A new workflow gets no credit for the time before it joined.
            share.usedNanos =
                    shares.values().stream().mapToDouble(s -> s.usedNanos).min().orElse(0);
            shares.put(workflow, share);
        }
        share.weight = weight;
        if (share.running == 0 && share.waiting.isEmpty()) {
            share.blockedSince = System.nanoTime();
        }
        share.waiting.add(task);
        size++;
    }

    boolean remove(String workflow, T task) {
        Share<T> share = shares.get(workflow);
        boolean removed = share != null && share.waiting.remove(task);
        if (removed) {
            size--;
            forgetIfIdle(workflow, share);
        }
        return removed;
    }

    /**
     * Removes the next task of the workflows that {@code which} accepts and counts it as running; null if there is
     * none.
     */
    T next(Predicate<String> which) {
        Share<T> best = null;
        for (Map.Entry<String, Share<T>> entry : shares.entrySet()) {
            Share<T> share = entry.getValue();
            if (!share.waiting.isEmpty() && which.test(entry.getKey()) && (best == null || share.isBefore(best))) {
                best = share;
            }
        }
        if (best == null) {
            return null;
        }
        best.running++;
        size--;
        return best.waiting.remove();
    }

    /** Records that a task of the workflow has ended. */
    void ended(String workflow, long nanos) {
        Share<T> share = shares.get(workflow);
        if (--share.running == 0) {
            share.blockedSince = System.nanoTime();
        }
        share.usedNanos += (double) nanos / share.weight;
        forgetIfIdle(workflow, share);
    }

    /**
     * The earliest workflow that {@code which} accepts, with waiting tasks and no running task for so long; null if
     * there is none.
     */
    String firstThatRunsNothing(long nanos, Predicate<String> which) {
        if (size == 0) {
            return null;
        }
        long now = System.nanoTime();
        for (Map.Entry<String, Share<T>> entry : shares.entrySet()) {
            Share<T> share = entry.getValue();
            if (share.running == 0
                    && !share.waiting.isEmpty()
                    && now - share.blockedSince >= nanos
                    && which.test(entry.getKey())) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** Removes and returns all waiting tasks. */
    List<T> removeAll() {
        List<T> removed = new ArrayList<>();
        for (Map.Entry<String, Share<T>> entry : List.copyOf(shares.entrySet())) {
            removed.addAll(entry.getValue().waiting);
            entry.getValue().waiting.clear();
            forgetIfIdle(entry.getKey(), entry.getValue());
        }
        size = 0;
        return removed;
    }

    private void forgetIfIdle(String workflow, Share<T> share) {
        if (share.running == 0 && share.waiting.isEmpty()) {
            shares.remove(workflow);
        }
    }
}
