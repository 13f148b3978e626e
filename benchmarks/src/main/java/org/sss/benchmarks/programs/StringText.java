package org.sss.benchmarks.programs;

import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** The text programs as one writes them without thinking of speed: strings and lambdas. */
final class StringText {
    private static final TupleGroup<String, Long> COUNTS = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> ONES =
            TupleGroup.of("ones", Codecs.STRING, Codecs.LONG).asTemporary().replacing();

    private StringText() {
    }

    /** How often each word occurs. */
    static final class WordCount extends TextProgram<String, String, Long> {
        WordCount() {
            super(Codecs.STRING, COUNTS, (word, count) -> word + "\t" + count);
        }

        @Override
        Workflow workflow(Lines<String> lines, TupleGroup<String, Long> counts) {
            Workflow workflow = Workflow.named("wordcount");
            lines.map(workflow, ONES, (position, line, out) -> {
                for (String word : line.split(" ")) {
                    out.emit(word, 1L);
                }
            }).combine(Combiner.sumLong());
            return summed(workflow, counts);
        }
    }

    /** How often each pair of neighbours in a line occurs. */
    static final class Bigram extends TextProgram<String, String, Long> {
        Bigram() {
            super(Codecs.STRING, COUNTS, (pair, count) -> pair + "\t" + count);
        }

        @Override
        Workflow workflow(Lines<String> lines, TupleGroup<String, Long> counts) {
            Workflow workflow = Workflow.named("bigram");
            lines.map(workflow, ONES, (position, line, out) -> {
                String[] words = line.split(" ");
                for (int i = 1; i < words.length; i++) {
                    out.emit(words[i - 1] + " " + words[i], 1L);
                }
            }).combine(Combiner.sumLong());
            return summed(workflow, counts);
        }
    }

    private static Workflow summed(Workflow workflow, TupleGroup<String, Long> counts) {
        workflow.reduce(ONES, counts, (key, ones, out) -> {
            long sum = 0;
            for (long one : ones) {
                sum += one;
            }
            out.emit(key, sum);
        });
        return workflow;
    }

    /** All words of each length, in a list: no combiner. */
    static final class GroupBy extends TextProgram<String, Integer, Tally> {
        private static final TupleGroup<Integer, String> WORDS =
                TupleGroup.of("words", Codecs.INT, Codecs.STRING).asTemporary().replacing();

        GroupBy() {
            super(Codecs.STRING, TupleGroup.of("tallies", Codecs.INT, Codecs.record(Tally.class)),
                    (length, tally) -> length + "\t" + tally.words() + "\t" + tally.hashes());
        }

        @Override
        Workflow workflow(Lines<String> lines, TupleGroup<Integer, Tally> tallies) {
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
        }
    }
}
