package org.sss.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.client.Group;
import org.sss.client.ListedGroups;
import org.sss.client.Reports;
import org.sss.http.server.Request;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;

class GroupListTest {
    private static final int GROUPS = 10_000;
    private static final ListedGroups ALL = new ListedGroups(
            IntStream.range(0, GROUPS)
                    .mapToObj(GroupListTest::group)
                    .sorted(Comparator.comparing(Group::name))
                    .toList(),
            1);

    /** Many have equal sizes, so that their names decide. */
    private static Group group(int i) {
        return Reports.of(new GroupInfo(
                new GroupKey(i, GroupKey.NO_IDENTITY),
                "group." + i + (i == 7 ? "x".repeat(190) : ""),
                GroupInfo.State.READY,
                new GroupFormat("string", "long", true, Compression.NONE, false),
                new GroupOrigin(i % 5, "import"),
                new GroupInfo.Content(i % 100, i % 7, 1, List.of(), null, List.of(), null)));
    }

    private static Map<String, Object> page(String... parameters) {
        Map<String, String> query = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            query.put(parameters[i], parameters[i + 1]);
        }
        return GroupList.answer(ALL, new Request("GET", List.of(), query, Map.of(), new byte[0], ApiCluster.ADMIN));
    }

    private static List<Map<?, ?>> groups(Map<String, Object> page) {
        List<Map<?, ?>> groups = new ArrayList<>();
        ((List<?>) page.get("groups")).forEach(group -> groups.add((Map<?, ?>) group));
        return groups;
    }

    private static List<Map<?, ?>> walk(String sort, String order) {
        List<Map<?, ?>> all = new ArrayList<>();
        Map<String, Object> page = page("sort", sort, "order", order, "limit", "999");
        all.addAll(groups(page));
        while (page.get("next") != null) {
            page = page("sort", sort, "order", order, "limit", "999", "from", (String) page.get("next"));
            all.addAll(groups(page));
        }
        return all;
    }

    @Test
    void pagesHaveEachGroupOnceInEachOrder() {
        for (String sort : List.of("name", "bytes", "tuples", "created")) {
            for (String order : List.of("usual", "reversed")) {
                assertThat(walk(sort, order).stream().map(group -> group.get("name")))
                        .as(sort + " " + order)
                        .hasSize(GROUPS)
                        .doesNotHaveDuplicates();
            }
        }
        assertThat(walk("tuples", "usual").get(0)).extracting("tuples").isEqualTo(99L);
        assertThat(walk("tuples", "reversed").get(0)).extracting("tuples").isEqualTo(0L);
    }

    @Test
    void totalsAreOfAllThatMatch() {
        Map<String, Object> page = page("search", "XXX");
        assertThat(page).containsEntry("total", 1);
        assertThat(page("prefix", "group.99")).containsEntry("total", 111);
        assertThat(page()).containsEntry("total", GROUPS);
        assertThat((Map<?, ?>) page().get("totals")).extracting("groups").isEqualTo(GROUPS);
    }
}
