package org.sss.dataserver.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.dataserver.AllLayouts;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.merge.StorageThread;
import org.sss.net.control.GroupKey;

/** Which storage threads work for a group. */
final class SubgroupThreadsTest {
    private static final int THREADS = 4;

    @TempDir
    Path directory;

    @ParameterizedTest(name = "of {0} nodes")
    @ValueSource(ints = {1, 2, 3, 4, 8, 16})
    void distributesSubgroupsEvenlyOverThreads(int nodes) {
        try (Storage storage = Storage.open(
                new DataDirectory(directory),
                TestNode.CONFIG.withThreads(THREADS, 1),
                Disk.UNSYNCED,
                null,
                AllLayouts::of)) {
            for (boolean found : new boolean[] {false, true}) {
                Group group = found ? Group.found(7, storage) : Group.fresh(GroupKey.of(7), storage, false);
                Map<StorageThread, Integer> subgroups = new HashMap<>();
                for (int i = 0; i < 2 * THREADS; i++) {
                    int number = 1 + i * nodes;
                    if (found) {
                        group.addSubgroup(number, List.of());
                    }
                    subgroups.merge(group.subgroup(number).thread(), 1, Integer::sum);
                }
                assertThat(subgroups)
                        .hasSize(THREADS)
                        .allSatisfy((thread, count) -> assertThat(count).isEqualTo(2));
            }
        }
    }
}
