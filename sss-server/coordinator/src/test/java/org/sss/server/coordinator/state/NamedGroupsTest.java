package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;

class NamedGroupsTest {
    private final NamedGroups groups = new NamedGroups();

    private static GroupInfo group(long id, String name) {
        return new GroupInfo(
                GroupKey.of(id),
                name,
                GroupInfo.State.READY,
                new GroupFormat("string", "long", true, Compression.NONE, false),
                new GroupOrigin(0, "test"),
                new GroupInfo.Content(1, 1, 1, List.of(), null, List.of(), null));
    }

    @Test
    void findsGroupByNameAndIdUntilRemoved() {
        GroupInfo a = group(1, "a");
        assertThat(groups.put(a)).isNull();
        assertThat(groups.get("a")).isEqualTo(groups.get(1)).isEqualTo(a);
        groups.remove(a);
        assertThat(groups.get("a")).isNull();
        assertThat(groups.get(1)).isNull();
    }

    @Test
    void renameReplacesOwnerOfName() {
        GroupInfo other = group(2, "b");
        groups.put(group(1, "a"));
        groups.put(other);
        GroupInfo renamed = group(1, "b");
        assertThat(groups.put(renamed)).isEqualTo(other);
        assertThat(groups.put(renamed)).isNull();
        assertThat(groups.after(null)).containsExactly(renamed);
        assertThat(groups.get(1)).isEqualTo(renamed);
        assertThat(groups.get(2)).isNull();
    }

    @Test
    void namesAreSorted() {
        groups.put(group(1, "c"));
        groups.put(group(2, "a"));
        groups.put(group(3, "b"));
        assertThat(groups.after("a")).extracting(GroupInfo::name).containsExactly("b", "c");
    }
}
