package org.sss.benchmarks.programs;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.Parallel;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/** The smallest job of SSS that has all phases: one tuple goes through Map, shuffle and Reduce. Stateless. */
final class TinyJob {
    private static final TupleGroup<Long, String> INPUT = TupleGroup.of("one", Codecs.LONG, Codecs.STRING);
    private static final double NANOS_PER_SECOND = 1e9;

    private TinyJob() {}

    static void load(SssClient client) {
        try (GroupWriter<Long, String> writer = client.write(INPUT.replacing())) {
            writer.append(1L, TinyJobs.WORD);
            writer.commit();
        }
    }

    /** @param number names the groups, so that several of them can run at once */
    static void run(SssClient client, int number) {
        TupleGroup<String, Long> ones = TupleGroup.of("ones-" + number, Codecs.STRING, Codecs.LONG)
                .asTemporary()
                .replacing();
        Workflow workflow = Workflow.named("tiny");
        workflow.map(INPUT, ones, (key, word, out) -> out.emit(word, 1L));
        workflow.reduce(ones, output(number).replacing(), new Sum<>());
        client.run(workflow);
    }

    /** @throws SssException CORRUPT when the answer is wrong */
    static String answer(SssClient client, int number) {
        String answer = TinyJobs.WORD + "\t" + client.get(output(number), TinyJobs.WORD);
        if (!answer.equals(TinyJobs.ANSWER)) {
            throw new SssException(ErrorCode.CORRUPT, "the answer of a job of one tuple is '" + answer + "'");
        }
        return answer;
    }

    private static TupleGroup<String, Long> output(int number) {
        return TupleGroup.of("counts-" + number, Codecs.STRING, Codecs.LONG);
    }

    /** Tiny jobs, one after the other: how long each takes. One thread. */
    static final class OneByOne implements SssProgram {
        @Override
        public boolean load(SssClient client, Workload workload) {
            TinyJob.load(client);
            return false;
        }

        @Override
        public Map<String, Double> run(SssClient client, Workload workload) throws Exception {
            return TinyJobs.run(workload.number("jobs", 1000), () -> TinyJob.run(client, 0));
        }

        @Override
        public String digest(SssClient client) {
            return answer(client, 0);
        }
    }

    /** Tiny jobs of several client threads at once: how many a second. */
    static final class AtOnce implements SssProgram {
        /** Those clients that had a job in the last repetition: of few jobs, some have none. */
        private final Set<Integer> busy = ConcurrentHashMap.newKeySet();

        @Override
        public boolean load(SssClient client, Workload workload) {
            TinyJob.load(client);
            return false;
        }

        @Override
        public Map<String, Double> run(SssClient client, Workload workload) throws Exception {
            int jobs = workload.number("jobs", 1000);
            AtomicInteger left = new AtomicInteger(jobs);
            busy.clear();
            long start = System.nanoTime();
            Parallel.run(workload.number(SssPrograms.CLIENTS, 8), number -> {
                for (; left.getAndDecrement() > 0; busy.add(number)) {
                    TinyJob.run(client, number);
                }
                return null;
            });
            return Map.of("jobs_per_s", jobs / ((System.nanoTime() - start) / NANOS_PER_SECOND));
        }

        @Override
        public String digest(SssClient client) {
            busy.forEach(number -> answer(client, number));
            return TinyJobs.ANSWER;
        }
    }
}
