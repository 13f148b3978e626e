package org.sss.api;

import java.util.Objects;

/**
 * Condition that ends a loop before its last iteration: a counter, summed over all tasks of an iteration, is small or
 * large enough. A counter that no task has used is 0. Immutable.
 */
public record Until(String counter, Comparison comparison, long value) {
    public enum Comparison {
        AT_MOST,
        AT_LEAST
    }

    public Until {
        Objects.requireNonNull(counter, "counter");
        Objects.requireNonNull(comparison, "comparison");
    }

    public static Until atMost(String counter, long value) {
        return new Until(counter, Comparison.AT_MOST, value);
    }

    public static Until atLeast(String counter, long value) {
        return new Until(counter, Comparison.AT_LEAST, value);
    }

    @Override
    public String toString() {
        return counter + (comparison == Comparison.AT_MOST ? " <= " : " >= ") + value;
    }
}
