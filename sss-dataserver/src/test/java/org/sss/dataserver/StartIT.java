package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.process.DataServerConfig;

/** What a start costs when there is much on the disk. */
final class StartIT {
    private static final int GROUPS = 1000;
    private static final int SUBGROUPS = 4;

    @TempDir
    Path directory;

    /** All files are one pipe that nobody writes to: opening it waits forever. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aStartListsGroupsAndOpensNoneOfTheirFiles() throws IOException {
        Path pipe = directory.resolve("pipe");
        assumeTrue(TinyFileSystem.run("mkfifo", pipe.toString()), "there are pipes here");
        Path data = directory.resolve("data");
        DataServer.open(data, TestNode.CONFIG).close();
        for (int group = 1; group <= GROUPS; group++) {
            fill(data.resolve("groups/" + group), pipe);
        }
        long start = System.nanoTime();
        try (DataServer server = DataServer.open(data, DataServerConfig.defaults())) {
            System.out.printf(
                    "StartIT: %d groups of %d subgroups: %d ms%n",
                    GROUPS, SUBGROUPS, (System.nanoTime() - start) / 1_000_000);
            assertThat(server.ids()).hasSize(GROUPS).contains(1L, (long) GROUPS);
        }
    }

    private static void fill(Path group, Path pipe) throws IOException {
        Files.createDirectory(group);
        for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
            Files.createLink(group.resolve(subgroup + "-1.sss"), pipe);
        }
        Files.createLink(group.resolve("commit-1"), pipe);
    }
}
