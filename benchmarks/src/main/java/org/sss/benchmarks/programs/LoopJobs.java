package org.sss.benchmarks.programs;

import java.util.Map;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.Workload;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/** A loop whose iterations have one tuple: what an iteration costs, whether there are few or many. */
final class LoopJobs implements SssProgram {
    private static final TupleGroup<Long, Long> START = TupleGroup.of("start", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> NEXT = TupleGroup.of("next", Codecs.LONG, Codecs.LONG);
    private static final double NANOS_PER_MILLI = 1e6;
    private long iterations;

    @Override
    public boolean load(SssClient client, Workload workload) {
        iterations = workload.number("iterations", 1);
        try (GroupWriter<Long, Long> writer = client.write(START.replacing())) {
            writer.append(1L, 0L);
            writer.commit();
        }
        return false;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        Workflow workflow = Workflow.named("loop");
        workflow.repeat(
                        (int) iterations,
                        body -> body.map(
                                START,
                                NEXT.replacing(),
                                (Long key, Long count, Emitter<Long, Long> out) -> out.emit(key, count + 1)))
                .carry(NEXT, START);
        long start = System.nanoTime();
        client.run(workflow);
        return Map.of("iteration_ms", (System.nanoTime() - start) / NANOS_PER_MILLI / iterations);
    }

    @Override
    public String digest(SssClient client) {
        String counted = client.get(NEXT, 1L).toString();
        if (!counted.equals("[" + iterations + "]")) {
            throw new SssException(ErrorCode.CORRUPT, "a loop of " + iterations + " iterations counted to " + counted);
        }
        return "count=" + iterations;
    }
}
