package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors that {@link KillChaosIT} detects, and states that it accepts. */
class KnownGroupsTest {
    private final KnownGroups known = new KnownGroups();

    @BeforeEach
    void twoGroups() {
        known.made("text", "t");
        known.made("a", "1");
    }

    /** The client gets an error. */
    private void cut(Runnable change) {
        assertThatThrownBy(change::run).hasMessage("killed");
    }

    private static void killed() {
        throw new IllegalStateException("killed");
    }

    private void passes(Map<String, String> found) {
        assertThatCode(() -> known.check(found, "round")).doesNotThrowAnyException();
    }

    private void fails(Map<String, String> found) {
        assertThatThrownBy(() -> known.check(found, "round"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("round");
    }

    @Test
    void anUnacknowledgedRenameLeavesOneOfTheNames() {
        cut(() -> known.rename("a", "b", KnownGroupsTest::killed));
        fails(Map.of("text", "t"));
        fails(Map.of("text", "t", "a", "1", "b", "1"));
        fails(Map.of("text", "t", "b", "another"));
        fails(Map.of("text", "t", "a", "another"));
        passes(Map.of("text", "t", "a", "1"));
        cut(() -> known.rename("a", "b", KnownGroupsTest::killed));
        passes(Map.of("text", "t", "b", "1"));
        assertThat(known.outcomes()).containsOnly(Map.entry("rename not done", 1), Map.entry("rename done", 1));
    }

    @Test
    void anAcknowledgedRenameLeavesTheNewName() {
        known.rename("a", "b", () -> {});
        fails(Map.of("text", "t"));
        fails(Map.of("text", "t", "a", "1"));
        fails(Map.of("text", "t", "a", "1", "b", "1"));
        passes(Map.of("text", "t", "b", "1"));
    }

    @Test
    void onlyTheLastOfTwoRenamesMayBeUnacknowledged() {
        known.rename("a", "b", () -> {});
        cut(() -> known.rename("b", "c", KnownGroupsTest::killed));
        fails(Map.of("text", "t", "a", "1"));
        passes(Map.of("text", "t", "c", "1"));
    }

    @Test
    void aReplacedGroupIsTheOldOrTheNewGroup() {
        cut(() -> known.replace("a", "2", KnownGroupsTest::killed));
        fails(Map.of("text", "t"));
        fails(Map.of("text", "t", "a", "3"));
        passes(Map.of("text", "t", "a", "2"));
        known.replace("a", "4", () -> {});
        fails(Map.of("text", "t", "a", "2"));
        passes(Map.of("text", "t", "a", "4"));
    }

    @Test
    void createdAndDroppedGroupsExistWholeOrNotAtAll() {
        cut(() -> known.make("b", "2", KnownGroupsTest::killed));
        cut(() -> known.drop("a", KnownGroupsTest::killed));
        fails(Map.of("text", "t", "b", "1"));
        fails(Map.of("text", "t", "c", "2"));
        fails(Map.of("a", "1", "b", "2"));
        passes(Map.of("text", "t", "b", "2"));
        known.drop("b", () -> {});
        fails(Map.of("text", "t", "b", "2"));
        passes(Map.of("text", "t"));
    }
}
