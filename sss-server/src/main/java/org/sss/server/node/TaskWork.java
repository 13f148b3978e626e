package org.sss.server.node;

import org.sss.api.SssException;
import org.sss.net.control.Progress;
import org.sss.server.task.state.CallSite;
import org.sss.server.task.state.HeapEndListener;

/** What a task does, apart from the stream that it answers. One thread runs it; all else is for any thread. */
interface TaskWork extends AutoCloseable {
    /** @throws SssException with the error for the coordinator */
    Progress run();

    Progress progress();

    /** As of {@link org.sss.server.task.TaskRunner}, like the two that follow. */
    long signs();

    CallSite spot(Thread thread);

    SssException ended(CallSite spot, String what);

    /** As of {@link org.sss.server.task.TaskRunner}; nothing for work that has no words of its own. */
    default void onHeapEnd(HeapEndListener listener) {
    }

    /** Whether it has failed for want of memory. */
    default boolean ranOutOfMemory() {
        return false;
    }

    /** Lets go of what is kept of workflows that run nothing here now. Returns whether there was any. */
    default boolean forgetOthers() {
        return false;
    }

    /** Makes {@link #run} end soon; its thread is interrupted too. */
    void cancel();

    /** Called once after {@link #run} has ended. */
    @Override
    void close();
}
