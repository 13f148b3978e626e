package org.sss.benchmarks.engine;

import java.util.List;
import java.util.Map;

/**
 * How a Java process is started. Immutable.
 *
 * @param options     of Java
 * @param environment added to that of this process; an empty value removes a variable
 * @param stopSeconds how long it may take to stop by itself
 */
public record Launch(List<String> options, String classPath, Map<String, String> environment, int stopSeconds) {
    private static final int STOP_SECONDS = 30;

    /** With the class path of this process. */
    public static Launch ofSuite(List<String> options) {
        return new Launch(options, System.getProperty("java.class.path"), Map.of(), STOP_SECONDS);
    }
}
