package com.example.spark;

import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.SssJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Sources;

/** Counts the words of text files: arguments FILES GROUP. */
public final class CountWords implements SssJob {
    @Override
    public Workflow define(String[] args) {
        TupleGroup<String, Long> ones = TupleGroup.of("ones", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> counts = TupleGroup.of(args[1], Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("wordcount");
        workflow.map(Sources.text(args[0]), ones, (offset, line, out) -> {
            for (String word : line.split("\\s+")) {
                out.emit(word, 1L);
                out.count("words", 1);
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
