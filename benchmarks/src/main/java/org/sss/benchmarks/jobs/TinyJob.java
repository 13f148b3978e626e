package org.sss.benchmarks.jobs;

import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/** The smallest job that has all parts: one tuple goes through Map, shuffle and Reduce. Stateless. */
final class TinyJob {
    private static final TupleGroup<Long, String> INPUT = TupleGroup.of("one", Codecs.LONG, Codecs.STRING);
    private static final String WORD = "hello";

    private TinyJob() {
    }

    static void load(SssClient client) {
        try (GroupWriter<Long, String> writer = client.write(INPUT.replacing())) {
            writer.append(1L, WORD);
            writer.commit();
        }
    }

    /** @param number names the groups, so that several of them can run at once */
    static void run(SssClient client, int number) {
        TupleGroup<String, Long> ones = TupleGroup.of("ones-" + number, Codecs.STRING, Codecs.LONG).asTemporary().replacing();
        Workflow workflow = Workflow.named("tiny");
        workflow.map(INPUT, ones, (key, word, out) -> out.emit(word, 1L));
        workflow.reduce(ones, output(number).replacing(), (word, counts, out) -> {
            long sum = 0;
            for (long count : counts) {
                sum += count;
            }
            out.emit(word, sum);
        });
        client.run(workflow);
    }

    /** @throws SssException CORRUPT when the answer is wrong */
    static String answer(SssClient client, int number) {
        String answer = WORD + "\t" + client.get(output(number), WORD);
        if (!answer.equals(WORD + "\t[1]")) {
            throw new SssException(ErrorCode.CORRUPT, "the answer of a job of one tuple is '" + answer + "'");
        }
        return answer;
    }

    private static TupleGroup<String, Long> output(int number) {
        return TupleGroup.of("counts-" + number, Codecs.STRING, Codecs.LONG);
    }
}
