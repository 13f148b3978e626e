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
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuitePlots;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench iterate}. */
final class IterateCommand extends SuiteCommand {
    private static final List<String> APPS = List.of("kmeans", "pagerank");
    private static final int MAX = 1_000_000_000;
    /** SSS and plain Java read the file into an array. */
    private static final long MAX_GRAPH_BYTES = Integer.MAX_VALUE - 8;

    private static final String DIMENSIONS = "8";
    private static final String CLUSTERS = "16";
    private static final int ITERATIONS = 10;

    IterateCommand() {
        super(
                "iterate",
                "sss,java",
                "Jobs that run again and again on their own answers: k-means with 16 clusters in 8"
                        + " dimensions, and PageRank in whole numbers.");
    }

    @Override
    void describeOwn(Options options) {
        Help.option(options, "app", "NAMES", "some of kmeans,pagerank (both)");
        Help.option(options, "iterations", "N", "of both (10)");
        Help.option(options, "points", "N", "of k-means (1000000)");
        Help.option(options, "vertices", "N", "of PageRank (200000)");
        Help.option(options, "edges", "N", "of PageRank, at least as many as vertices (2000000)");
        super.describeOwn(options);
    }

    @Override
    List<Case> cases(Call call) {
        Map<String, String> parameters = new LinkedHashMap<>(parameters(call));
        parameters.put("iterations", Long.toString(call.number("iterations", 1, MAX, ITERATIONS)));
        List<Case> cases = new ArrayList<>();
        for (String app : BenchmarkOptions.choices(call, "app", "kmeans,pagerank", APPS)) {
            cases.add(app.equals("kmeans") ? kmeans(call, parameters) : pagerank(call, parameters));
        }
        return cases;
    }

    private static Case kmeans(Call call, Map<String, String> parameters) {
        int points = (int) BenchmarkOptions.quantity(call, "points", "1000000", 16, MAX);
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put("dimensions", DIMENSIONS);
        all.put("clusters", CLUSTERS);
        return new Case(
                "kmeans", points + " points", points, RecordInputs.points(points, Integer.parseInt(DIMENSIONS)), all);
    }

    private static Case pagerank(Call call, Map<String, String> parameters) {
        int vertices = (int) BenchmarkOptions.quantity(call, "vertices", "200000", 1, MAX);
        int edges = (int) BenchmarkOptions.quantity(call, "edges", "2000000", vertices, MAX);
        Generator graph = LineInputs.graph(vertices, edges);
        if (LineInputs.maxGraphBytes(vertices, edges) > MAX_GRAPH_BYTES) {
            throw new UsageException("--edges " + edges + " with --vertices " + vertices + " may make a file of "
                    + Units.bytes(LineInputs.maxGraphBytes(vertices, edges))
                    + "; at most 2 GiB of edges are read, take fewer");
        }
        return new Case("pagerank", vertices + " vertices", vertices, graph, parameters);
    }

    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        List<String> plots = new ArrayList<>(SuitePlots.medians(rows, "Iterations", "iterate", directory));
        plots.addAll(SuitePlots.phases(rows, "iterate", directory));
        return plots;
    }
}
