package org.sss.cli.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.cli.terminal.Call;
import org.sss.client.Group;
import org.sss.client.ListedGroups;
import org.sss.client.Reports;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;

class GroupPatternsTest {
    private static final long HOUR = 3_600_000;
    private static final long NOW = 100 * HOUR;
    private static final List<Group> GROUPS =
            List.of(group("a.b", 1), group("axb", 50), group("tmp-1", 99), group("tmp-10", 2));

    @Test
    void matchesStarsQuestionMarksAndLiteralDots() throws ParseException {
        assertThat(selected("tmp-*")).containsExactly("tmp-1", "tmp-10");
        assertThat(selected("tmp-?")).containsExactly("tmp-1");
        assertThat(selected("a.b")).containsExactly("a.b");
        assertThat(selected("?.b", "*0")).containsExactly("a.b", "tmp-10");
        assertThat(selected()).hasSize(4);
        assertThat(selected("TMP*")).isEmpty();
    }

    @Test
    void ageIsByTheClockOfTheCluster() throws ParseException {
        assertThat(selected("*", "--older-than", "2d")).containsExactly("a.b", "axb", "tmp-10");
        assertThat(selected("tmp*", "--older-than", "90min")).containsExactly("tmp-10");
        assertThat(selected("--older-than", "30min")).hasSize(4);
        assertThat(selected("--older-than", "99h")).isEmpty();
    }

    @Test
    void reportsMissingNamesButNotPatterns() throws ParseException {
        assertThat(patterns("a.b", "none", "none*").missing(GROUPS)).containsExactly("none");
        assertThat(patterns("a.b").isSelection()).isFalse();
        assertThat(patterns("a.?").isSelection()).isTrue();
    }

    @Test
    void withoutTheTimeOfTheClusterNothingIsOld() throws ParseException {
        ListedGroups ofOlderNode = new ListedGroups(GROUPS, 0);
        assertThat(patterns("tmp-1").select(ofOlderNode)).hasSize(1);
        GroupPatterns old = patterns("--older-than", "1h");
        assertThatThrownBy(() -> old.select(ofOlderNode)).hasMessageContaining("does not send its time");
    }

    private static List<String> selected(String... words) throws ParseException {
        return patterns(words).select(new ListedGroups(GROUPS, NOW)).stream()
                .map(Group::name)
                .toList();
    }

    private static GroupPatterns patterns(String... words) throws ParseException {
        Options options = new Options();
        GroupPatterns.describe(options);
        return GroupPatterns.of(new Call(new DefaultParser().parse(options, words), null));
    }

    /** Of a group without files. */
    private static Group group(String name, long createdHour) {
        return Reports.of(new GroupInfo(
                GroupKey.of(1),
                name,
                GroupInfo.State.READY,
                new GroupFormat("string", "long", true, Compression.NONE, false),
                new GroupOrigin(createdHour * HOUR, "import"),
                GroupInfo.Content.NONE));
    }
}
