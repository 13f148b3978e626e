package org.sss.server.node;

import org.sss.api.SssException;
import org.sss.net.control.Progress;
import org.sss.server.task.HeapEndListener;
import org.sss.server.task.Spot;

/** What a task does, apart from the stream that it answers. One thread runs it; all else is for any thread. */
interface TaskWork extends AutoCloseable {
    /** @throws SssException with the error for the coordinator */
    Progress run();

    Progress progress();

    /** As of {@link org.sss.server.task.TaskRunner}, like the two that follow. */
    long signs();

    Spot spot(Thread thread);

    SssException ended(Spot spot, String what);

    /** As of {@link org.sss.server.task.TaskRunner}; nothing for work that has no words of its own. */
    default void onHeapEnd(HeapEndListener listener) {
    }

    /** Makes {@link #run} end soon; its thread is interrupted too. */
    void cancel();

    /** Called once after {@link #run} has ended. */
    @Override
    void close();
}
