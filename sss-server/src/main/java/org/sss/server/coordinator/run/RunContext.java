package org.sss.server.coordinator.run;

import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.WorkflowHistory;

/**
 * What running workflows share.
 *
 * @param executor for short work that may wait
 * @param timer    for work that does not
 */
public record RunContext(Members members, Catalog catalog, WorkflowHistory history, BlobStore blobs, Executor executor,
        ScheduledExecutorService timer, Clock clock, RetryPolicy retry) {
}
