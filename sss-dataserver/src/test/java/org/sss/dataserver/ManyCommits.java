package org.sss.dataserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Commits;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedAttempt;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

/** Commits of many attempts in a JVM of its own, more than its heap has room for. Argument: directory. */
final class ManyCommits {
    private static final int GROUPS = 25;
    private static final int ATTEMPTS = 12_000;

    private ManyCommits() {}

    public static void main(String[] arguments) throws IOException {
        List<Commits> groups = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            Path directory = Files.createDirectories(Path.of(arguments[0], Integer.toString(group)));
            Commits commits = new Commits(group, directory, Disk.UNSYNCED, false, true);
            commits.add(record(group));
            groups.add(commits);
        }
        boolean whole = groups.stream()
                .allMatch(commits -> commits.attempts().size() == ATTEMPTS
                        && commits.segments().size() == 1);
        System.out.println("SAID " + (whole ? "all are there" : "some are missing"));
    }

    private static CommitRecord record(long group) {
        Stored stored = new Stored(1, 2, 3, 1, 1);
        List<CommittedAttempt> attempts = IntStream.range(0, ATTEMPTS)
                .mapToObj(source -> new CommittedAttempt(new AttemptId("wf-" + group + "/job", source, 0), stored))
                .toList();
        return new CommitRecord(
                CommitRecord.VERSION,
                group,
                GroupKey.NO_IDENTITY,
                null,
                attempts,
                List.of(new CommittedSegment(0, 1, DataServerConfig.Layout.BLOCKS, stored, 100)));
    }
}
