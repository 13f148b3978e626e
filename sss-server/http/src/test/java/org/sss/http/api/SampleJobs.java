package org.sss.http.api;

import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** Workflows whose code needs no class of the listener. Stateless. */
final class SampleJobs {
    static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> WORDS =
            TupleGroup.of("words", Codecs.STRING, Codecs.LONG).asTemporary();
    private static final TupleGroup<String, Long> COUNTS = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);

    private SampleJobs() {}

    static Workflow wordCount() {
        Workflow workflow = Workflow.named("wordcount");
        workflow.map(LINES, WORDS, (line, text, out) -> {
            for (String word : text.split(" ")) {
                out.emit(word, 1L);
            }
            out.count("lines", 1);
        });
        workflow.reduce(WORDS, COUNTS.replacing(), (word, ones, out) -> {
            long sum = 0;
            for (long one : ones) {
                sum += one;
            }
            out.emit(word, sum);
        });
        return workflow;
    }

    /** Divides by each value. */
    static Workflow failing(TupleGroup<String, Long> input) {
        Workflow workflow = Workflow.named("fails");
        workflow.map(input, WORDS, (word, number, out) -> out.emit(word, 1 / number));
        return workflow;
    }

    static Workflow loop(TupleGroup<String, Long> numbers, int iterations) {
        TupleGroup<String, Long> next = TupleGroup.of("numbers-next", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("counts-up");
        workflow.repeat(iterations, body -> body.map(numbers, next, (key, number, out) -> out.emit(key, number + 1)))
                .carry(next, numbers);
        return workflow;
    }

    /** Runs until it is cancelled. */
    static Workflow hanging() {
        Workflow workflow = Workflow.named("hangs");
        workflow.map(
                LINES,
                TupleGroup.of("hanging", Codecs.STRING, Codecs.LONG),
                (line, text, out) -> Thread.sleep(Long.MAX_VALUE));
        return workflow;
    }
}
