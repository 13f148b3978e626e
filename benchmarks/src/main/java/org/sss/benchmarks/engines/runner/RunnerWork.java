package org.sss.benchmarks.engines.runner;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.measure.Workload;

/**
 * A workload as the process of a rival gets it, from a file. Immutable.
 *
 * @param input a file, or null
 */
public record RunnerWork(String name, Path input, Path directory, Map<String, String> parameters) {
    private static final String PARAMETER = "parameter.";

    /** The parameters of the synthetic benchmark have this before their names. */
    private static final String CONF = "conf.";

    public RunnerWork {
        parameters = Map.copyOf(parameters);
    }

    public static RunnerWork read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PARAMETER)) {
                parameters.put(name.substring(PARAMETER.length()), properties.getProperty(name));
            }
        }
        String input = properties.getProperty("input");
        return new RunnerWork(properties.getProperty("name"), input == null ? null : Path.of(input),
                Path.of(properties.getProperty("directory")), parameters);
    }

    public void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("name", name);
        if (input != null) {
            properties.setProperty("input", input.toAbsolutePath().toString());
        }
        properties.setProperty("directory", directory.toAbsolutePath().toString());
        parameters.forEach((parameter, value) -> properties.setProperty(PARAMETER + parameter, value));
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
    }

    public int number(String parameter, int otherwise) {
        return Integer.parseInt(parameters.getOrDefault(parameter, Integer.toString(otherwise)));
    }

    /** Those of the synthetic benchmark, by their names in the paper. */
    public Map<String, String> conf() {
        Map<String, String> conf = new LinkedHashMap<>();
        parameters.forEach((name, value) -> {
            if (name.startsWith(CONF)) {
                conf.put(name.substring(CONF.length()), value);
            }
        });
        return conf;
    }

    /** Whether each node is to be a process of its own. */
    public boolean inProcesses() {
        return parameters.containsKey("processes");
    }

    /** Of the whole system. */
    public Heap heap() {
        return Heap.of(new Workload(name, input, parameters, directory));
    }

    /** Tasks that run at once: all processors have work, as those of SSS. */
    public int threads() {
        return number("threads", Runtime.getRuntime().availableProcessors());
    }
}
