package org.sss.server.node.slots;

import java.util.HashSet;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Threads of slots that were abandoned and have not ended yet. Each occupies a processor, or at least the memory of its
 * task, so their number is limited. One thread at a time.
 */
final class LostThreads {
    /** The limit is at least this, however few slots there are. */
    private static final int MIN_LIMIT = 16;

    private static final int MAX_PER_SLOT = 4;

    private final Set<Thread> lost = new HashSet<>();
    private final String name;
    private final int limit;

    /** @param name of the slots, of which there are {@code slots} */
    LostThreads(String name, int slots) {
        this.name = name;
        limit = Math.max(MIN_LIMIT, MAX_PER_SLOT * slots);
    }

    void add(Thread thread) {
        lost.add(thread);
    }

    /** Does nothing for threads that were not abandoned. */
    void ended(Thread thread) {
        lost.remove(thread);
    }

    int count() {
        return lost.size();
    }

    /** Returns the error for new tasks while too many threads are lost; null if tasks can be accepted. */
    SssException refusal() {
        return lost.size() < limit
                ? null
                : new SssException(
                        ErrorCode.OVERLOADED,
                        name + " accepts no tasks: " + lost.size()
                                + " of its threads are still in user code of tasks that were cancelled or have failed, "
                                + "and the limit is "
                                + limit
                                + "; its log shows their stack traces. Fix that code and restart the node");
    }

    /** The current stack trace of a thread, for the log. */
    static String stack(Thread thread) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : thread.getStackTrace()) {
            text.append("\n\tat ").append(frame);
        }
        return text.toString();
    }
}
