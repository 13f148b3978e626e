package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.data.Generator;
import org.sss.benchmarks.data.LineInputs;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuitePlots;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench scale}. */
final class ScaleCommand extends SuiteCommand {
    private static final List<String> APPS = List.of("wordcount", "bigram", "groupby");
    private static final String NODE_HEAP = "node-heap";

    ScaleCommand() {
        super(
                "scale",
                "sss",
                "The same job on more and more nodes of one machine: the processor time for a byte of input is what"
                        + " distribution costs.");
    }

    @Override
    void describeOwn(Options options) {
        Help.option(options, "app", "NAMES", "some of " + String.join(",", APPS) + " (wordcount,groupby)");
        Help.option(options, "counts", "NUMBERS", "of nodes (1,2,4,8,16)");
        Help.option(options, "size", "SIZE", "of the text (256MiB)");
        Help.option(
                options,
                NODE_HEAP,
                "SIZE",
                "with --processes: heap of each node, such as 512m; then --heap is not what they share");
        super.describeOwn(options);
    }

    @Override
    List<Case> cases(Call call) {
        if (call.has("nodes")) {
            throw new UsageException("--counts sets the number of nodes here, one or several: --counts 1,2,4");
        }
        Generator text = text(call);
        List<Case> cases = new ArrayList<>();
        for (String app : BenchmarkOptions.choices(call, "app", "wordcount,groupby", APPS)) {
            for (long nodes :
                    BenchmarkOptions.quantities(call, "counts", "1,2,4,8,16", 1, BenchmarkOptions.MAX_NODES)) {
                Map<String, String> parameters = new LinkedHashMap<>(parameters(call));
                parameters.put("nodes", Long.toString(nodes));
                if (call.has(NODE_HEAP)) {
                    parameters.put("heap", nodeHeap(call).times((int) nodes).size());
                }
                cases.add(new Case(
                        app,
                        Units.bytes(text.bytes()) + ", " + nodes + (nodes == 1 ? " node" : " nodes"),
                        nodes,
                        text,
                        parameters));
            }
        }
        return cases;
    }

    private static Generator text(Call call) {
        return LineInputs.text(BenchmarkOptions.quantity(call, "size", "256MiB", 1, BenchmarkOptions.MAX_BYTES));
    }

    /** @throws UsageException where nodes are in one process */
    private static Heap nodeHeap(Call call) {
        if (!call.has("processes")) {
            throw new UsageException(
                    "--" + NODE_HEAP + " goes with --processes; nodes in one process have --heap together");
        }
        return BenchmarkOptions.heap(call, NODE_HEAP);
    }

    /** The numbers of nodes are in the rows. */
    @Override
    Map<String, String> parameters(Call call) {
        Map<String, String> parameters = super.parameters(call);
        parameters.remove("nodes");
        if (call.has(NODE_HEAP)) {
            parameters.remove("heap");
        }
        return parameters;
    }

    @Override
    String heap(Call call) {
        return call.has(NODE_HEAP) ? nodeHeap(call).size() + "; each node has as much" : super.heap(call);
    }

    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        List<String> plots = new ArrayList<>(SuitePlots.lines(
                rows,
                "nodes",
                "processor time for a byte of input, nanoseconds",
                Row::cpuNanosPerByte,
                "scale-cpu",
                directory));
        plots.addAll(SuitePlots.times(rows, "nodes", "scale", directory));
        return plots;
    }
}
