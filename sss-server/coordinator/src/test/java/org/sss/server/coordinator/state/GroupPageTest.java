package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.rpc.Json;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

class GroupPageTest {
    private static final int MAX_BYTES_OF_AN_ANSWER = 16 << 20;
    private static final int MANY = 70_000;

    @TempDir
    Path directory;

    private static List<GroupInfo> groups(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new GroupInfo(
                        GroupKey.of(count - i),
                        String.format("some-group-of-many-%07d", i),
                        GroupInfo.State.READY,
                        new GroupFormat("string", "long", true, Compression.NONE, false),
                        new GroupOrigin(1_795_000_000_000L, "wf-17/reduce-3"),
                        new GroupInfo.Content(1_000_000, 100_000_000, 120_000_000, List.of(), null, List.of(), null)))
                .toList();
    }

    @Test
    void fewGroupsFitOnePage() {
        assertThat(GroupPage.of(List.of(), name -> true, group -> group)).isEqualTo(new Groups(List.of(), null));
        assertThat(GroupPage.of(groups(1000), name -> true, group -> group)).isEqualTo(new Groups(groups(1000), null));
    }

    /** Together they are larger than the limit of an answer. */
    @Tag("heavy")
    @Test
    void splitsManyGroupsIntoPages() {
        List<GroupInfo> all = groups(MANY);
        assertThat(Json.write(new Groups(all, null)).length).isGreaterThan(MAX_BYTES_OF_AN_ANSWER);
        try (CoordinatorState state =
                CoordinatorState.open(directory, new Shape(1, 4, 4), Clock.systemUTC(), dead -> {})) {
            Catalog catalog = state.catalog();
            all.forEach(group -> catalog.replay(new Entry.Publish(group)));
            List<GroupInfo> got = new ArrayList<>();
            String after = null;
            do {
                Groups page = catalog.page(after);
                assertThat(Json.write(page).length).isLessThan(MAX_BYTES_OF_AN_ANSWER);
                got.addAll(page.groups());
                after = page.next();
            } while (after != null);
            assertThat(got).isEqualTo(all);
        }
    }
}
