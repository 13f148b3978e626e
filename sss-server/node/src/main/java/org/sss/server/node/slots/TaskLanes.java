package org.sss.server.node.slots;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NestingLevel;

/**
 * Task threads by the {@link NestingLevel} of workflows. A task that waits for a workflow that it submitted must not
 * occupy a thread that a task of the nested workflow needs; the deepest tasks wait for nothing, so all of them end.
 * Each level has half as many threads as the level above, at least one. They are started with the first task of the
 * level. Thread-safe.
 */
public final class TaskLanes implements AutoCloseable {
    private final String name;
    private final int threads;
    private final ThreadGroup groups = Thread.currentThread().getThreadGroup();
    /** By depth. Guarded by this, like the following field. */
    private final List<TaskSlots> lanes = new ArrayList<>();

    private boolean closed;

    public TaskLanes(String name, int threads) {
        this.name = name;
        this.threads = threads;
        of(0);
    }

    /** @throws SssException {@link ErrorCode#CLOSED}, {@link ErrorCode#OVERLOADED} if no thread can be started */
    synchronized TaskSlots of(int depth) {
        if (closed && lanes.size() <= depth) {
            throw new SssException(ErrorCode.CLOSED, name + " is stopping and accepts no tasks");
        }
        while (lanes.size() <= depth) {
            int next = lanes.size();
            lanes.add(new TaskSlots(
                    next == 0 ? name : name + "-depth-" + next,
                    Math.max(1, threads >> next),
                    next,
                    groups,
                    Thread::start));
        }
        return lanes.get(depth);
    }

    /** Returns the numbers of all levels now. */
    public TaskCounts counts() {
        List<TaskSlots> open;
        synchronized (this) {
            open = List.copyOf(lanes);
        }
        return open.stream().map(TaskSlots::counts).reduce(TaskCounts.NONE, TaskCounts::plus);
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
