package org.sss.benchmarks.jobs;

import java.util.Arrays;
import java.util.Map;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;
import org.sss.net.control.WorkflowStatus;

/**
 * PageRank in whole numbers: each vertex gives its rank, divided by the number of its edges, to each of its targets; a new rank is
 * 15 % of the first one and 85 % of what came. Edges stay where they are; the ranks of an iteration travel with its mapper.
 * One thread at a time.
 */
final class PageRank implements SssProgram {
    static final long FIRST_RANK = 1_000_000_000;
    private static final int PERCENT = 100;
    private static final int BASE_PERCENT = 15;
    private static final TupleGroup<Integer, Bytes> EDGES = TupleGroup.of("edges", Codecs.INT, Codecs.BYTES);
    private static final TupleGroup<Integer, Long> GIFTS =
            TupleGroup.of("gifts", Codecs.INT, Codecs.LONG).asTemporary().replacing();
    private static final TupleGroup<Integer, Long> RANKS = TupleGroup.of("ranks", Codecs.INT, Codecs.LONG);

    private int vertices;
    private long[] ranks;

    @Override
    public boolean load(SssClient client, Workload workload) throws Exception {
        vertices = Edges.load(client, workload.input(), EDGES.replacing());
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        ranks = new long[vertices];
        Arrays.fill(ranks, FIRST_RANK);
        WorkflowStatus[] statuses = new WorkflowStatus[workload.number("iterations", 10)];
        for (int i = 0; i < statuses.length; i++) {
            Workflow workflow = Workflow.named("pagerank");
            workflow.map(EDGES, GIFTS, new Give(ranks)).combine(Combiner.sumLong());
            workflow.reduce(GIFTS, RANKS.replacing(), new NewRank());
            statuses[i] = client.run(workflow);
            Arrays.fill(ranks, rank(0));
            try (var scan = client.scan(RANKS)) {
                scan.forEach(entry -> ranks[entry.getKey()] = entry.getValue());
            }
        }
        return Phases.of(statuses);
    }

    static long rank(long gifts) {
        return (BASE_PERCENT * FIRST_RANK + (PERCENT - BASE_PERCENT) * gifts) / PERCENT;
    }

    @Override
    public String digest(SssClient client) {
        LineDigest digest = new LineDigest();
        for (int vertex = 0; vertex < vertices; vertex++) {
            digest.add(vertex + "\t" + ranks[vertex]);
        }
        return digest.digest();
    }

    private static final class Give implements Mapper<Integer, Bytes, Integer, Long> {
        private static final long serialVersionUID = 1L;
        private final long[] ranks;

        Give(long[] ranks) {
            this.ranks = ranks;
        }

        @Override
        public void map(Integer vertex, Bytes targets, Emitter<Integer, Long> out) {
            int count = targets.length() / Integer.BYTES;
            Long gift = ranks[vertex] / count;
            for (int i = 0; i < count; i++) {
                out.emit(LongsAt.getInt(targets.array(), targets.offset() + i * Integer.BYTES), gift);
            }
        }
    }

    private static final class NewRank implements Reducer<Integer, Long, Integer, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void reduce(Integer vertex, Iterable<Long> gifts, Emitter<Integer, Long> out) {
            long sum = 0;
            for (long gift : gifts) {
                sum += gift;
            }
            out.emit(vertex, rank(sum));
        }
    }
}
