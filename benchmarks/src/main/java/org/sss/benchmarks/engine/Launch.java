package org.sss.benchmarks.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.benchmarks.measure.Processors;

/**
 * How a Java process is started. Immutable.
 *
 * @param prefix      stands before the command of Java
 * @param options     of Java
 * @param environment added to that of this process; an empty value removes a variable
 * @param stopSeconds how long it may take to stop by itself
 */
public record Launch(
        List<String> prefix, List<String> options, String classPath, Map<String, String> environment, int stopSeconds) {
    private static final int STOP_SECONDS = 30;

    /** With the class path of this process. */
    public static Launch ofSuite(List<String> options) {
        return new Launch(List.of(), options, System.getProperty("java.class.path"), Map.of(), STOP_SECONDS);
    }

    /** The same with the first processors only, also for all processes that it starts. */
    Launch onFirst(int processors) {
        return new Launch(Processors.prefix(processors), options, classPath, environment, stopSeconds);
    }

    List<String> command(List<String> moreOptions, Class<?> main, String argument) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(JavaProcess.command(
                Stream.concat(moreOptions.stream(), options.stream()).toList(), classPath, main, argument));
        return command;
    }
}
