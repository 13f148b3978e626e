package org.sss.server.node;

import org.sss.net.control.Progress;

/** What a task does, apart from the stream that it answers. One thread runs it; all else is for any thread. */
interface TaskWork extends AutoCloseable {
    /** @throws org.sss.api.SssException with the error for the coordinator */
    Progress run();

    Progress progress();

    /** Makes {@link #run} end soon; its thread is interrupted too. */
    void cancel();

    /** Called once after {@link #run} has ended. */
    @Override
    void close();
}
