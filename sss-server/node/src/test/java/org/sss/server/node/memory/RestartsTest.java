package org.sss.server.node.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RestartsTest {
    private static final long PID = 4711;
    private static final long MINUTE = 60_000;

    @Test
    void firstStartIsNoRestart() {
        Restarts first = Restarts.of(null, PID, 0);
        assertThat(first.justRestarted()).isFalse();
        assertThat(first.variable()).isEqualTo("4711");
        assertThat(first.isAnotherAllowed(0)).isTrue();
    }

    @Test
    void allowsTenRestartsInTenMinutes() {
        String variable = Restarts.of(null, PID, 0).variable();
        for (int i = 1; i <= Restarts.MAX; i++) {
            Restarts next = Restarts.of(variable, PID, i * MINUTE / 2);
            assertThat(next.justRestarted()).isTrue();
            assertThat(next.isAnotherAllowed(i * MINUTE / 2))
                    .as("after %d times", i)
                    .isEqualTo(i < Restarts.MAX);
            variable = next.variable();
        }
        assertThat(variable.split(" ")).hasSize(1 + Restarts.MAX);
        Restarts last = Restarts.of(variable, PID, 6 * MINUTE);
        assertThat(last.isAnotherAllowed(6 * MINUTE)).isFalse();
        assertThat(last.isAnotherAllowed(12 * MINUTE)).isTrue();
    }

    @Test
    void dropsOldRestarts() {
        Restarts now = Restarts.of("4711 0 60000 700000", PID, 700_001);
        assertThat(now.variable()).isEqualTo("4711 700000 700001");
    }

    @Test
    void childIgnoresInheritedVariable() {
        Restarts child = Restarts.of("4711 1 2 3", 4712, 4);
        assertThat(child.justRestarted()).isFalse();
        assertThat(child.variable()).isEqualTo("4712");
    }

    @Test
    void ignoresMalformedWords() {
        assertThat(Restarts.of("4711 x -1 99999999999999999999 5", PID, 6).variable())
                .isEqualTo("4711 5 6");
        assertThat(Restarts.of("", PID, 6).justRestarted()).isFalse();
    }
}
