package org.sss.benchmarks.suite;

import java.util.Map;
import org.sss.benchmarks.engine.Engine;

/**
 * A line of the tables: a system, used in one way. Immutable.
 *
 * @param label      such as {@code sss-bytes}
 * @param parameters that make this way, over those of the case
 */
public record Contender(String label, Engine engine, Map<String, String> parameters) {
    public Contender {
        parameters = Map.copyOf(parameters);
    }
}
