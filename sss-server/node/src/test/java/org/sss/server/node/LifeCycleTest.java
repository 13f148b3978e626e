package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.SssException;
import org.sss.server.node.LifeCycle.State;

class LifeCycleTest {
    private static final Map<State, List<State>> PATH_TO = Map.of(
            State.NEW, List.of(),
            State.STARTING, List.of(State.STARTING),
            State.RUNNING, List.of(State.STARTING, State.RUNNING),
            State.STOPPING, List.of(State.STARTING, State.STOPPING),
            State.STOPPED, List.of(State.STOPPED));
    private static final Map<State, List<State>> LEGAL = Map.of(
            State.NEW, List.of(State.STARTING, State.STOPPED),
            State.STARTING, List.of(State.RUNNING, State.STOPPING),
            State.RUNNING, List.of(State.STOPPING),
            State.STOPPING, List.of(State.STOPPED),
            State.STOPPED, List.of());

    private static LifeCycle at(State state) {
        LifeCycle life = new LifeCycle("node 7");
        PATH_TO.get(state).forEach(life::enter);
        return life;
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void allowsOnlyLegalTransitions(State from) {
        for (State to : State.values()) {
            LifeCycle life = at(from);
            boolean legal = LEGAL.get(from).contains(to);
            assertThat(life.tryEnter(to)).as("%s -> %s", from, to).isEqualTo(legal);
            assertThat(life.state()).isEqualTo(legal ? to : from);
        }
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void illegalTransitionNamesStates(State from) {
        LifeCycle life = at(from);
        assertThatThrownBy(() -> life.enter(State.NEW))
                .isInstanceOf(SssException.class)
                .hasMessage("node 7 is " + from + " and cannot become NEW");
    }
}
