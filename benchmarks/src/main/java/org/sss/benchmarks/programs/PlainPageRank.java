package org.sss.benchmarks.programs;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.sss.benchmarks.engine.Workload;

/** PageRank on arrays: each thread gives the ranks of its part of the edges. Stateless. */
final class PlainPageRank implements PlainPrograms.PlainProgram {
    /**
     * The text, and up to 24 bytes for each of its lines of 6 or more while the array of their numbers grows; or, with
     * as many vertices as edges, 12 for an edge and, for each vertex, its rank, what each thread gives to it, and its
     * line of some 20 in a text that grows.
     */
    static final double HEAP_PER_INPUT_BYTE = Math.max(5, 2 + PlainPrograms.THREADS / 2.0);

    @Override
    public void run(Workload workload, Path output) throws Exception {
        Edges graph = Edges.read(workload.input());
        long[] ranks = new long[graph.vertices()];
        Arrays.fill(ranks, Kernels.FIRST_RANK);
        for (int i = workload.number("iterations", 10); i > 0; i--) {
            long[] before = ranks;
            List<long[]> parts = PlainPrograms.onAll(thread -> gifts(graph, before, thread));
            ranks = next(parts);
        }
        StringBuilder lines = new StringBuilder();
        for (int v = 0; v < graph.vertices(); v++) {
            lines.append(v).append('\t').append(ranks[v]).append('\n');
        }
        try (PrintStream out = new PrintStream(output.toFile())) {
            out.append(lines);
        }
    }

    private static long[] gifts(Edges graph, long[] ranks, int thread) {
        long[] sums = new long[graph.vertices()];
        int edges = graph.sources().length;
        for (int i = PlainPrograms.start(thread, edges); i < PlainPrograms.start(thread + 1, edges); i++) {
            int source = graph.sources()[i];
            sums[graph.targets()[i]] += ranks[source] / graph.degrees()[source];
        }
        return sums;
    }

    private static long[] next(List<long[]> parts) {
        long[] ranks = new long[parts.get(0).length];
        for (int v = 0; v < ranks.length; v++) {
            long sum = 0;
            for (long[] part : parts) {
                sum += part[v];
            }
            ranks[v] = Kernels.rank(sum);
        }
        return ranks;
    }
}
