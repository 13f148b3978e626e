package org.sss.server.node;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.TaskDepth;

/**
 * NodeThreads for tasks, by the {@link TaskDepth} of their workflows: a task that waits for a workflow which it has submitted has no thread that a task of that
 * one needs. The deepest ones wait for nothing, so all end. Each level has half as many threads as the one around it, at least one, which are started with
 * its first task. Thread-safe.
 */
final class TaskLanes implements AutoCloseable {
    private final String name;
    private final int threads;
    private final ThreadGroup groups = Thread.currentThread().getThreadGroup();
    /** By depth. Guarded by this, as what follows. */
    private final List<TaskSlots> lanes = new ArrayList<>();
    private boolean closed;

    TaskLanes(String name, int threads) {
        this.name = name;
        this.threads = threads;
        of(0);
    }

    /** @throws SssException {@link ErrorCode#CLOSED}, {@link ErrorCode#OVERLOADED} when no thread can be started */
    synchronized TaskSlots of(int depth) {
        if (closed && lanes.size() <= depth) {
            throw new SssException(ErrorCode.CLOSED, name + " is stopping and takes no tasks");
        }
        while (lanes.size() <= depth) {
            int next = lanes.size();
            lanes.add(new TaskSlots(next == 0 ? name : name + "-depth-" + next, Math.max(1, threads >> next), next, groups, Thread::start));
        }
        return lanes.get(depth);
    }

    @Override
    public void close() {
        List<TaskSlots> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(lanes);
        }
        open.forEach(TaskSlots::close);
    }
}
