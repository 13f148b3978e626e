package org.sss.dataserver;

import java.util.List;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;

/**
 * The content of a commit file. Its appearance is the moment of the commit for all subgroups of the group on this node:
 * segments that it names are visible even if the server dies before it has given them their final names.
 */
record CommitRecord(int version, long group, List<CommittedAttempt> attempts, List<CommittedSegment> segments) {
    static final int VERSION = 1;

    CommitRecord {
        attempts = List.copyOf(attempts);
        segments = List.copyOf(segments);
    }

    record CommittedAttempt(AttemptId attempt, Stored stored) {
    }

    record CommittedSegment(int subgroup, int number, Stored stored, long fileBytes) {
    }
}
