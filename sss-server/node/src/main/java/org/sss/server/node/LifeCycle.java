package org.sss.server.node;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Life-cycle state of a node. Thread-safe.
 *
 * <pre>
 *   NEW --> STARTING --> RUNNING --> STOPPING --> STOPPED
 *    |         +-------------------------^           ^
 *    +-----------------------------------------------+
 * </pre>
 */
public final class LifeCycle {
    /** See {@link LifeCycle}. */
    public enum State {
        NEW,
        STARTING,
        RUNNING,
        STOPPING,
        STOPPED
    }

    private static final Map<State, Set<State>> LEGAL = new EnumMap<>(Map.of(
            State.NEW, EnumSet.of(State.STARTING, State.STOPPED),
            State.STARTING, EnumSet.of(State.RUNNING, State.STOPPING),
            State.RUNNING, EnumSet.of(State.STOPPING),
            State.STOPPING, EnumSet.of(State.STOPPED),
            State.STOPPED, EnumSet.noneOf(State.class)));

    private final String name;
    private State state = State.NEW;

    public LifeCycle(String name) {
        this.name = name;
    }

    public synchronized State state() {
        return state;
    }

    /** @throws SssException {@link ErrorCode#CLOSED} if {@code to} cannot follow the current state */
    public synchronized void enter(State to) {
        if (!tryEnter(to)) {
            throw new SssException(ErrorCode.CLOSED, name + " is " + state + " and cannot become " + to);
        }
    }

    /** Changes the state to {@code to} if that is legal. Returns false if it is not. */
    public synchronized boolean tryEnter(State to) {
        if (!LEGAL.get(state).contains(to)) {
            return false;
        }
        state = to;
        return true;
    }
}
