package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Durability;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.Forget;
import org.sss.net.control.GroupKey;

/** One sync fails of a copy, or of a removal: nothing has changed then, and a repeated request succeeds. */
final class CopySyncErrorsIT {
    private static final GroupKey GROUP = GroupKey.of(7);
    private static final Tuples COPIED = Tuples.numbered("key", 100, "copied");
    private static final Tuples OWN = Tuples.numbered("key", 100, "own");

    @TempDir
    Path directory;

    /** Number of the sync that fails, counting down; below 1, none does. */
    private final AtomicInteger untilFailure = new AtomicInteger();

    private Path data;
    private TestNode source;
    private TestNode target;

    @BeforeEach
    void open() {
        source = TestNode.open(directory.resolve("source"));
        source.put(7, attempt(0), 0, COPIED);
        source.put(7, attempt(0), 2, COPIED);
        source.server().commit(GROUP, List.of(attempt(0)));
        data = directory.resolve("target");
        openTarget();
        target.put(7, attempt(0), 1, OWN);
        target.server().commit(GROUP, List.of(attempt(0)));
    }

    private void openTarget() {
        Disk disk = new Disk(Durability.COMMIT, (path, channel) -> {
            if (untilFailure.decrementAndGet() == 0) {
                throw new IOException("Input/output error");
            }
        });
        DataServerConfig config = DataServerConfig.defaults().withThreads(2, 2);
        target = TestNode.of(data, DataServer.open(data, config, disk), address -> source.connection());
    }

    @AfterEach
    void close() {
        target.close();
        source.close();
    }

    private CommittedPart copy() {
        try (CopyRequest request = CopyRequest.send(target, GROUP, 100, 100, 100)) {
            return request.answer();
        }
    }

    private CommittedPart forget() {
        return target.call(DataVerbs.FORGET, new Forget(GROUP, List.of(1), 0), CommittedPart.class);
    }

    /** Returns false if that succeeds, since it has fewer syncs. */
    private boolean failsAt(int sync, Runnable work) {
        untilFailure.set(sync);
        try {
            work.run();
            return false;
        } catch (SssException e) {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.STORAGE);
            assertThat(e).hasMessageContaining("Input/output error").hasMessageContaining("group 7");
            return true;
        } finally {
            untilFailure.set(0);
        }
    }

    private void has(Tuples copied) {
        for (int start = 0; start < 2; start++) {
            assertThat(target.read(7, 0)).isEqualTo(copied);
            assertThat(target.read(7, 1)).isEqualTo(OWN);
            assertThat(target.scan(7, 2, true)).isEqualTo(copied);
            assertThat(DataFiles.temporary(data)).isEmpty();
            target.close();
            openTarget();
        }
    }

    @Test
    void aCopyThatFailsChangesNothing() {
        int sync = 1;
        while (failsAt(sync, this::copy)) {
            has(new Tuples());
            sync++;
        }
        assertThat(sync)
                .as("syncs of a copy: commits before, two segments, groups, directory, commit file, directory")
                .isEqualTo(7 + 1);
        has(COPIED);
    }

    @Test
    void aRemovalThatFailsChangesNothing() {
        copy();
        int sync = 1;
        while (failsAt(sync, this::forget)) {
            has(COPIED);
            sync++;
        }
        assertThat(sync)
                .as("syncs of a removal: directory, commit file, directory")
                .isEqualTo(3 + 1);
        assertThatThrownBy(() -> target.read(7, 0)).hasMessageContaining("not on this node any more");
        assertThat(target.read(7, 1)).isEqualTo(OWN);
        copy();
        has(COPIED);
    }
}
