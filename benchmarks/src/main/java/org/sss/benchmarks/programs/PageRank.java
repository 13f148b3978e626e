package org.sss.benchmarks.programs;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.sss.api.Bytes;
import org.sss.api.CoGrouper;
import org.sss.api.CoValues;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.client.SssClient;

/**
 * PageRank in whole numbers: each vertex gives its rank, divided by the number of its edges, to each of its targets; a
 * new rank is 15 % of the first one and 85 % of what came. Edges stay where they are: each iteration of the loop is one
 * co-group of the edges with what was given in the one before, so ranks are stored only at the end. One thread at a
 * time.
 */
final class PageRank implements SssProgram {
    private static final TupleGroup<Integer, Bytes> EDGES = TupleGroup.of("edges", Codecs.INT, Codecs.BYTES);
    /** What the vertices were given in the iteration before, and what they are given in this one. */
    private static final TupleGroup<Integer, Long> GIFTS = temporary("gifts");

    private static final TupleGroup<Integer, Long> NEXT = temporary("next");
    private static final TupleGroup<Integer, Long> RANKS = TupleGroup.of("ranks", Codecs.INT, Codecs.LONG);

    private int vertices;

    @Override
    public boolean load(SssClient client, Workload workload) throws Exception {
        Edges edges = Edges.read(workload.input());
        edges.write(client, EDGES.replacing());
        vertices = edges.vertices();
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        Workflow workflow = Workflow.named("pagerank");
        workflow.coGroup(List.of(EDGES), GIFTS, new Give(false, vertices));
        int more = workload.number("iterations", 10) - 1;
        if (more > 0) {
            workflow.repeat(more, body -> body.coGroup(List.of(EDGES, GIFTS), NEXT, new Give(true, vertices)))
                    .carry(NEXT, GIFTS);
        }
        workflow.coGroup(
                List.of(EDGES, GIFTS), RANKS.replacing(), (vertex, values, out) -> out.emit(vertex, rank(values)));
        return Phases.of(client.run(workflow));
    }

    private static TupleGroup<Integer, Long> temporary(String name) {
        return TupleGroup.of(name, Codecs.INT, Codecs.LONG).asTemporary().replacing();
    }

    private static long rank(CoValues values) {
        long sum = 0;
        for (long gift : values.of(GIFTS)) {
            sum += gift;
        }
        return Kernels.rank(sum);
    }

    @Override
    public String digest(SssClient client) {
        long[] ranks = new long[vertices];
        Arrays.fill(ranks, Kernels.rank(0));
        try (var scan = client.scan(RANKS)) {
            scan.forEach(entry -> ranks[entry.getKey()] = entry.getValue());
        }
        LineDigest digest = new LineDigest();
        for (int vertex = 0; vertex < vertices; vertex++) {
            digest.add(vertex + "\t" + ranks[vertex]);
        }
        return digest.digest();
    }

    /**
     * Adds up in an array what its task gives to each vertex, and emits that at the end: fewer tuples than there are
     * edges.
     */
    private static final class Give implements CoGrouper<Integer, Integer, Long> {
        private static final long serialVersionUID = 1L;
        private final boolean given;
        private final int vertices;
        private transient long[] sums;

        /** @param given whether there was an iteration before */
        Give(boolean given, int vertices) {
            this.given = given;
            this.vertices = vertices;
        }

        @Override
        public void coGroup(Integer vertex, CoValues values, Emitter<Integer, Long> out) {
            if (sums == null) {
                sums = new long[vertices];
            }
            long rank = given ? rank(values) : Kernels.FIRST_RANK;
            for (Bytes targets : values.of(EDGES)) {
                int count = targets.length() / Integer.BYTES;
                long gift = rank / count;
                for (int at = targets.offset(), end = at + count * Integer.BYTES; at < end; at += Integer.BYTES) {
                    sums[LongsAt.getInt(targets.array(), at)] += gift;
                }
            }
        }

        @Override
        public void close(Emitter<Integer, Long> out) {
            for (int vertex = 0; sums != null && vertex < vertices; vertex++) {
                if (sums[vertex] != 0) {
                    out.emit(vertex, sums[vertex]);
                }
            }
        }
    }
}
