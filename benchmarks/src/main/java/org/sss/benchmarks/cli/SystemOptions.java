package org.sss.benchmarks.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.synthetic.SyntheticPlan;
import org.sss.benchmarks.synthetic.SyntheticPoint;
import org.sss.benchmarks.synthetic.SyntheticSss;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** Which systems are measured, and how often. Stateless. */
final class SystemOptions {
    private static final String TUPLES = "sss-tuples";
    private static final int MOST_REPETITIONS = 1000;

    private SystemOptions() {
    }

    static void describe(Options options) {
        Help.option(options, "system", "NAMES", "some of sss,sss-tuples,spark,hadoop,hadoop-files (sss); sss-tuples has the layout"
                + " tuples, hadoop-files a file for each pair, as published: up to 256 of input and 16384 of output");
        Help.option(options, "transport", "NAME", "of SSS: tcp: each node is a process; local: all are in this one (tcp)");
        WarmUpOptions.describe(options, 2);
        Help.option(options, "repetitions", "R", "measurements of which the median is shown (5)");
        SuiteOptions.describeEverySecond(options);
        ServerOptions.describe(options);
    }

    static SyntheticPlan plan(Call call, List<SyntheticPoint> points, Path directory) {
        return new SyntheticPlan(points, systems(call), WarmUpOptions.of(call, 2),
                (int) call.number("repetitions", 1, MOST_REPETITIONS, 5), heap(call).size(), directory,
                SuiteOptions.everySecond(call, "sss"));
    }

    /** Of a whole system: where the nodes of SSS are in this process, others have what this one has. */
    static Heap heap(Call call) {
        return isLocal(call) ? new Heap(Runtime.getRuntime().maxMemory()) : ServerOptions.heap(call);
    }

    private static boolean isLocal(Call call) {
        return call.option("transport", "tcp").equals("local");
    }

    private static List<Engine> systems(Call call) {
        List<Engine> systems = new ArrayList<>();
        for (String name : call.option("system", "sss").split(",", -1)) {
            systems.addAll(name.strip().equals("sss") || name.strip().equals(TUPLES) ? List.of(sss(name.strip(), call))
                    : Typed.engines(name));
        }
        return systems;
    }

    private static Engine sss(String name, Call call) {
        String transport = call.option("transport", "tcp");
        if (!transport.equals("tcp") && !transport.equals("local")) {
            throw new UsageException("--transport takes tcp or local, not '" + transport + "'");
        }
        if (isLocal(call) && ServerOptions.areGiven(call)) {
            throw new UsageException("--heap, --layout and --set are for the node processes of --transport tcp; SSS_HEAP sets the"
                    + " heap of this process");
        }
        if (isLocal(call) && name.equals(TUPLES)) {
            throw new UsageException("--transport local is for sss alone: " + TUPLES + " is a setting of node processes");
        }
        Map<String, String> settings = ServerOptions.settings(call);
        if (name.equals(TUPLES)) {
            settings.put("storage.layout", "tuples");
        }
        return new SyntheticSss(name, isLocal(call), settings);
    }
}
