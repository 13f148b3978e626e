package org.sss.server.node;

import java.util.HashSet;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * NodeThreads of slots that were given up and have not ended yet. Each keeps a processor busy, or at least the memory of its task, so
 * there may be only so many of them. One thread at a time.
 */
final class LostThreads {
    /** At least, however few slots there are. */
    private static final int MIN_MOST = 16;
    private static final int MAX_PER_SLOT = 4;

    private final Set<Thread> lost = new HashSet<>();
    private final String name;
    private final int most;

    /** @param name of the slots, of which there are {@code slots} */
    LostThreads(String name, int slots) {
        this.name = name;
        most = Math.max(MIN_MOST, MAX_PER_SLOT * slots);
    }

    void add(Thread thread) {
        lost.add(thread);
    }

    /** Does nothing for threads that were not given up. */
    void ended(Thread thread) {
        lost.remove(thread);
    }

    int count() {
        return lost.size();
    }

    /** Why no task is to be taken until some have ended; null when there are not that many. */
    SssException refusal() {
        return lost.size() < most ? null : new SssException(ErrorCode.OVERLOADED, name + " takes no tasks: " + lost.size()
                + " of its threads are still in user code of tasks that were cancelled or have failed, and " + most
                + " are the most; its log says where they are. Mend that code and start the node again");
    }

    /** Where a thread is now, for the log. */
    static String stack(Thread thread) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : thread.getStackTrace()) {
            text.append("\n\tat ").append(frame);
        }
        return text.toString();
    }
}
