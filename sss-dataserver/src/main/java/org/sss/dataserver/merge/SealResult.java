package org.sss.dataserver.merge;

import java.io.IOException;
import java.util.Map;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;

/**
 * What a subgroup contributes to a commit: complete, as durable as it gets, and not visible yet. Immutable.
 *
 * @param attempts what each attempt stored in it; blocks of a merged run count for the attempt of its first run
 */
public record SealResult(CommittedSegment segment, Map<AttemptId, Stored> attempts, Contents contents) {
    /** Exactly one of the two methods is called, once. */
    public interface Contents {
        /** After the commit: renames files, and makes the segment visible to readers. */
        Segment publish() throws IOException;

        /** The commit failed: frees memory. Files are deleted when the group is dropped. */
        void discard();
    }

    public SealResult {
        attempts = Map.copyOf(attempts);
    }
}
