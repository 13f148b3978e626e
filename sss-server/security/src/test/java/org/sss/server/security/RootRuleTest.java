package org.sss.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;

class RootRuleTest {
    @Test
    void rootMayNotRunANodeThatOtherMachinesReach() {
        assertThat(new RootRule(0, false, false, false).permits()).isFalse();
        assertThatThrownBy(() -> new RootRule(0, false, false, false).check(2))
                .isInstanceOf(SssException.class)
                .hasMessageContainingAll("node 2", "root (uid 0)", "run.as.root = allowed", "container");
    }

    @Test
    void rootMayRunANodeOnLoopbackInAContainerOrWithTheSetting() {
        for (RootRule rule : List.of(
                new RootRule(0, true, false, false),
                new RootRule(0, false, true, false),
                new RootRule(0, false, false, true))) {
            assertThat(rule.permits()).as("%s", rule).isTrue();
            assertThatCode(() -> rule.check(0)).doesNotThrowAnyException();
        }
    }

    @Test
    void otherUsersMayRunAnyNode() {
        for (long uid : new long[] {-1, 1, 1000}) {
            for (boolean loopback : new boolean[] {false, true}) {
                assertThat(new RootRule(uid, loopback, false, false).permits()).isTrue();
            }
        }
    }
}
