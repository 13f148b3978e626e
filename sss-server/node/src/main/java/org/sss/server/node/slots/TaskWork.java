package org.sss.server.node.slots;

import org.sss.api.SssException;
import org.sss.net.control.Progress;
import org.sss.server.task.state.CallSite;
import org.sss.server.task.state.HeapEndListener;

/**
 * The work of a task, without the stream of its result. {@link #run} is called by one thread, all other methods by any.
 */
interface TaskWork extends AutoCloseable {
    /**
     * Runs the task.
     *
     * @throws SssException the error for the coordinator
     */
    Progress run();

    Progress progress();

    /** See {@link org.sss.server.task.TaskRunner}, also for the two following methods. */
    long signs();

    CallSite site(Thread thread);

    SssException ended(CallSite site, String what);

    /** See {@link org.sss.server.task.TaskRunner}; the default does nothing. */
    default void onHeapEnd(HeapEndListener listener) {}

    /** True if it failed because memory ran out. */
    default boolean ranOutOfMemory() {
        return false;
    }

    /** Releases cached objects of workflows that have no task here now. Returns true if there were any. */
    default boolean forgetOthers() {
        return false;
    }

    /** Makes {@link #run} end soon; its thread is interrupted too. */
    void cancel();

    /** Called once after {@link #run} has ended. */
    @Override
    void close();
}
