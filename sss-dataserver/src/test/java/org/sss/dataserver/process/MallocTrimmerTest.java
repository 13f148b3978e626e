package org.sss.dataserver.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class MallocTrimmerTest {
    private static final long MUCH = 100L << 20;

    private final Queue<Runnable> later = new ArrayDeque<>();
    private int givenBack;
    private final MemoryBudget budget = new MemoryBudget(10 * MUCH, later::add, () -> givenBack++);

    private void timePasses() {
        while (!later.isEmpty()) {
            later.remove().run();
        }
    }

    @Test
    void returnsMemoryOnceMostOfItIsFree() {
        budget.take(MUCH);
        budget.give(MUCH / 2);
        timePasses();
        assertThat(givenBack).isZero();

        budget.give(MUCH / 2 - 1);
        budget.give(1);
        assertThat(later).hasSize(1);
        timePasses();
        assertThat(givenBack).isEqualTo(1);
    }

    @Test
    void retainsMemoryThatIsUsedAgain() {
        budget.take(MUCH);
        budget.give(MUCH);
        budget.take(MUCH / 2);
        timePasses();
        assertThat(givenBack).isZero();

        budget.give(MUCH / 2);
        timePasses();
        assertThat(givenBack).isEqualTo(1);
    }

    @Test
    void returnsMemoryOnlyOnce() {
        budget.take(MUCH);
        budget.give(MUCH);
        timePasses();

        budget.take(1 << 20);
        budget.give(1 << 20);
        timePasses();
        assertThat(givenBack).isEqualTo(1);
    }
}
