package org.sss.benchmarks.programs;

import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Mapper;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** The text programs as one writes them without a thought of speed: strings and lambdas. */
final class StringText {
    private static final TupleGroup<String, Long> COUNTS = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> ONES =
            TupleGroup.of("ones", Codecs.STRING, Codecs.LONG).asTemporary().replacing();
    private static final TupleGroup<Integer, String> WORDS =
            TupleGroup.of("words", Codecs.INT, Codecs.STRING).asTemporary().replacing();

    private StringText() {}

    /** How often each word occurs. */
    static SssProgram wordCount() {
        return counting("wordcount", (position, line, out) -> {
            for (String word : line.split(" ")) {
                out.emit(word, 1L);
            }
        });
    }

    /** How often each pair of neighbours in a line occurs. */
    static SssProgram bigram() {
        return counting("bigram", (position, line, out) -> {
            String[] words = line.split(" ");
            for (int i = 1; i < words.length; i++) {
                out.emit(words[i - 1] + " " + words[i], 1L);
            }
        });
    }

    private static SssProgram counting(String name, Mapper<Long, String, String, Long> mapper) {
        return new TextProgram<>(Codecs.STRING, COUNTS, (word, count) -> word + "\t" + count, (lines, counts) -> {
            Workflow workflow = Workflow.named(name);
            lines.map(workflow, ONES, mapper).combine(Combiner.sumLong());
            workflow.reduce(ONES, counts, new Sum<>());
            return workflow;
        });
    }

    /** All words of each length, in a list: no combiner. */
    static SssProgram groupBy() {
        return new TextProgram<>(Codecs.STRING, Tally.group(), Tally::line, (lines, tallies) -> {
            Workflow workflow = Workflow.named("groupby");
            lines.map(workflow, WORDS, (position, line, out) -> {
                for (String word : line.split(" ")) {
                    out.emit(word.length(), word);
                }
            });
            workflow.reduce(WORDS, tallies, (length, words, out) -> {
                long count = 0;
                long hashes = 0;
                for (String word : words) {
                    count++;
                    hashes += word.hashCode();
                }
                out.emit(length, new Tally(count, hashes));
            });
            return workflow;
        });
    }
}
