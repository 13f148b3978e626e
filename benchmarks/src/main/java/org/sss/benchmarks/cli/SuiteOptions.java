package org.sss.benchmarks.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.data.DataDirectory;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.suite.Contender;
import org.sss.benchmarks.suite.EverySecond;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** The options that all commands of the suite have. Stateless. */
final class SuiteOptions {
    static final String PROCESSES = "processes";
    private static final String SSS = "sss";
    private static final String SPARK = "spark";
    private static final String EVERY_SECOND = "every-second";
    private static final int MOST_REPETITIONS = 1000;
    private static final int MOST_NODES = 64;

    private SuiteOptions() {
    }

    static void describe(Options options, String systems) {
        Help.option(options, "system", "NAMES", "systems to be compared, of sss, java, spark, hadoop (" + systems + ")");
        Help.option(options, "nodes", "N", "nodes of SSS, all in its process (2)");
        options.addOption(null, PROCESSES, false, "each node of SSS is a process of its own, and speaks TCP; so is each executor of Spark");
        ServerOptions.describeHeap(options);
        Help.option(options, "repetitions", "R", "measurements of which the median is shown (5); at most 3 of runs of more than 10 s, 2 of more than 30 s");
        WarmUpOptions.describe(options, 2);
        describeEverySecond(options);
        Help.option(options, "data", "DIR", "where inputs are kept for the next run (" + data() + ")");
        WorkDirectory.describe(options);
        OutDirectory.describe(options);
    }

    static void describeEverySecond(Options options) {
        Help.option(options, EVERY_SECOND, "NAMES", "systems that are measured at every second point of a line only, the last one among them");
    }

    /** @param systems when the user names none */
    static EverySecond everySecond(Call call, String systems) {
        List<String> known = Arrays.stream(call.option("system", systems).split(",", -1)).map(String::strip).toList();
        return call.has(EVERY_SECOND) ? new EverySecond(Set.copyOf(choices(call, EVERY_SECOND, "", known))) : EverySecond.NONE;
    }

    private static Path data() {
        return Path.of(System.getProperty("java.io.tmpdir"), "sss-bench-data");
    }

    static DataDirectory data(Call call) {
        return new DataDirectory(call.has("data") ? Path.of(call.required("data")) : data());
    }

    static int repetitions(Call call) {
        return (int) call.number("repetitions", 1, MOST_REPETITIONS, 5);
    }

    static WarmUp warmUp(Call call) {
        return WarmUpOptions.of(call, 2);
    }

    static int nodes(Call call) {
        return (int) call.number("nodes", 1, MOST_NODES, 2);
    }

    /** Of the cases: the options that go to the systems. */
    static Map<String, String> parameters(Call call) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("nodes", Integer.toString(nodes(call)));
        if (call.has(PROCESSES)) {
            parameters.put(PROCESSES, "true");
        }
        parameters.put("heap", ServerOptions.heap(call).size());
        return parameters;
    }

    /**
     * @param systems when the user names none
     * @param ways    to use SSS, by the ends of their names: the parameters of each; empty when there is but one
     */
    static List<Contender> contenders(Call call, String systems, Map<String, Map<String, String>> ways) {
        List<Contender> contenders = new ArrayList<>();
        for (Engine engine : Typed.engines(call.option("system", systems))) {
            if (engine.name().equals(SSS) && !ways.isEmpty()) {
                ways.forEach((way, parameters) -> contenders.add(new Contender(SSS + "-" + way, engine, parameters)));
            } else {
                contenders.add(new Contender(engine.name() + (call.has(PROCESSES) && engine.name().equals(SPARK) ? "-cluster" : ""), engine,
                        Map.of()));
            }
        }
        return contenders;
    }

    /** The values of an option, separated by commas, in the order of {@code known}. */
    static List<String> choices(Call call, String option, String otherwise, List<String> known) {
        List<String> given = List.of(call.option(option, otherwise).split(",", -1)).stream().map(String::strip).toList();
        given.stream().filter(one -> !known.contains(one)).findFirst().ifPresent(one -> {
            throw new UsageException("--" + option + " takes some of " + String.join(",", known) + ", not '" + one + "'");
        });
        return known.stream().filter(given::contains).toList();
    }

    /** The same where one run has one of them: two would be two lines of the same name. */
    static String choice(Call call, String option, String otherwise, List<String> known) {
        List<String> chosen = choices(call, option, otherwise, known);
        if (chosen.size() != 1) {
            throw new UsageException("--" + option + " takes one of " + String.join(",", known) + ", not '" + call.required(option)
                    + "': run it once for each");
        }
        return chosen.get(0);
    }
}
