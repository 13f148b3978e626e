package org.sss.io.store;

import java.io.IOException;
import java.io.OutputStream;
import org.sss.api.TaskContext.Publication;

/**
 * A file that is being written, and visible under its name only when it is published; created by
 * {@link FileStore#create}. Used by one thread at a time.
 *
 * <pre>
 *   out ──> prepare ──> publish          the content is complete and durable; it gets its name
 *    └─────────┴──────────┴──> discard   nothing of it remains
 * </pre>
 */
public interface PendingFile extends Publication {
    /** Returns the stream of the content; not buffered. Closing it does not complete the file. */
    OutputStream out();

    /** Completes the content, after the last write to {@link #out}, and makes it durable. */
    @Override
    void prepare() throws IOException;
}
