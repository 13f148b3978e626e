package org.sss.dataserver.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

class CommitsTest {
    @TempDir
    Path directory;

    /** Of two drops during a commit, the second one does not wait for it. */
    @Test
    void aCommitWhoseFilesADropHasTakenAwayDoesNotAppear() {
        Path group = directory.resolve("1");
        Commits commits = new Commits(1, group, Disk.UNSYNCED, false, true);
        CommitRecord record = new CommitRecord(
                CommitRecord.VERSION,
                1,
                GroupKey.NO_IDENTITY,
                null,
                List.of(),
                List.of(new CommittedSegment(0, 1, DataServerConfig.Layout.BLOCKS, new Stored(1, 2, 3, 1, 1), 4096)));
        assertThatThrownBy(() -> commits.add(record))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("dropped in the meantime");
        assertThat(group).doesNotExist();
    }
}
