package com.example;

import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.SssJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** Counts the words of a group of lines: {@code sss run target/wordcount-1.0.jar LINES COUNTS}. */
public final class WordCount implements SssJob {
    @Override
    public Workflow define(String[] args) {
        TupleGroup<Long, String> lines = TupleGroup.of(args[0], Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> ones = TupleGroup.of("ones", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> counts = TupleGroup.of(args[1], Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("wordcount");
        workflow.map(lines, ones, (offset, line, out) -> {
            for (String word : line.split("\\s+")) {
                if (!word.isEmpty()) {
                    out.emit(word, 1L);
                }
            }
        }).combine(Combiner.sumLong());
        workflow.reduce(ones, counts, (word, ns, out) -> {
            long sum = 0;
            for (long n : ns) {
                sum += n;
            }
            out.emit(word, sum);
        });
        return workflow;
    }
}
