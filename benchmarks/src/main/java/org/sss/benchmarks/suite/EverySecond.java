package org.sss.benchmarks.suite;

import java.util.Set;

/**
 * Systems that are measured at every second point of a line only, the last one among them: of those that take minutes for each, half of the points
 * show as much. Immutable.
 *
 * @param systems by their names
 */
public record EverySecond(Set<String> systems) {
    public static final EverySecond NONE = new EverySecond(Set.of());

    public EverySecond {
        systems = Set.copyOf(systems);
    }

    /**
     * @param point of the line, from 0 on
     * @param points of the line
     */
    public boolean leavesOut(String system, int point, int points) {
        return systems.contains(system) && (points - 1 - point) % 2 == 1;
    }
}
