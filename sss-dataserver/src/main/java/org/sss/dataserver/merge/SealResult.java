package org.sss.dataserver.merge;

import java.io.IOException;
import java.util.Map;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;

/**
 * What a subgroup has for a commit: complete, as durable as it gets, and not visible yet. Immutable.
 *
 * @param attempts what each attempt has in it; blocks of a run that was merged count as the first one's of those that it is of
 */
public record SealResult(CommittedSegment segment, Map<AttemptId, Stored> attempts, Contents contents) {
    /** One of the two is called, once. */
    public interface Contents {
        /** After the commit: gives files their names, and readers the segment. */
        Segment publish() throws IOException;

        /** There is no commit: frees memory. Files go when the group is dropped. */
        void discard();
    }

    public SealResult {
        attempts = Map.copyOf(attempts);
    }
}
