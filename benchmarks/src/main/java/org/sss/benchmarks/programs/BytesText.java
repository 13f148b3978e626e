package org.sss.benchmarks.programs;

import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** The text programs as one writes them for speed: no word becomes an object, all are seen through one view. */
final class BytesText {
    private static final TupleGroup<Bytes, Long> COUNTS = TupleGroup.of("counts", Codecs.BYTES, Codecs.LONG);
    private static final TupleGroup<Bytes, Long> ONES =
            TupleGroup.of("ones", Codecs.BYTES, Codecs.LONG).asTemporary().replacing();
    private static final Long ONE = 1L;

    private BytesText() {
    }

    /** How often each word occurs. */
    static final class WordCount extends TextProgram<Bytes, Bytes, Long> {
        private final boolean combines;

        WordCount(boolean combines) {
            super(Codecs.BYTES, COUNTS, (word, count) -> word + "\t" + count);
            this.combines = combines;
        }

        @Override
        Workflow workflow(Lines<Bytes> lines, TupleGroup<Bytes, Long> counts) {
            return counting(lines, "wordcount", new Words(), combines, counts);
        }
    }

    /** How often each pair of neighbours in a line occurs. */
    static final class Bigram extends TextProgram<Bytes, Bytes, Long> {
        Bigram() {
            super(Codecs.BYTES, COUNTS, (pair, count) -> pair + "\t" + count);
        }

        @Override
        Workflow workflow(Lines<Bytes> lines, TupleGroup<Bytes, Long> counts) {
            return counting(lines, "bigram", new Pairs(), true, counts);
        }
    }

    private static Workflow counting(Lines<Bytes> lines, String name, Mapper<Long, Bytes, Bytes, Long> mapper, boolean combines,
            TupleGroup<Bytes, Long> counts) {
        Workflow workflow = Workflow.named(name);
        MapJob<Bytes, Long> map = lines.map(workflow, ONES, Timed.map(mapper));
        if (combines) {
            map.combine(Combiner.sumLong());
        }
        workflow.reduce(ONES, counts, Timed.reduce(new Sum()));
        return workflow;
    }

    /** Goes through the words of a line. One thread at a time. */
    private abstract static class OnWords<K2, V2> implements Mapper<Long, Bytes, K2, V2> {
        private static final long serialVersionUID = 1L;

        @Override
        public final void map(Long position, Bytes line, Emitter<K2, V2> out) {
            byte[] bytes = line.array();
            int end = line.offset() + line.length();
            int begin = line.offset();
            for (int i = begin; i < end; i++) {
                if (bytes[i] == ' ') {
                    word(bytes, begin, i, out);
                    begin = i + 1;
                }
            }
            word(bytes, begin, end, out);
            endOfLine();
        }

        /** The word {@code bytes[begin, end)}, the next one of the line. */
        abstract void word(byte[] bytes, int begin, int end, Emitter<K2, V2> out);

        void endOfLine() {
        }
    }

    private static final class Words extends OnWords<Bytes, Long> {
        private static final long serialVersionUID = 1L;
        private transient Bytes view;

        @Override
        void word(byte[] bytes, int begin, int end, Emitter<Bytes, Long> out) {
            if (view == null) {
                view = new Bytes();
            }
            if (end > begin) {
                out.emit(view.set(bytes, begin, end - begin), ONE);
            }
        }
    }

    /** A pair lies in the line as it is to be emitted: both words and the space between. */
    private static final class Pairs extends OnWords<Bytes, Long> {
        private static final long serialVersionUID = 1L;
        private static final int NONE = -1;
        private transient Bytes view;
        private int before = NONE;

        @Override
        void word(byte[] bytes, int begin, int end, Emitter<Bytes, Long> out) {
            if (view == null) {
                view = new Bytes();
            }
            if (before != NONE) {
                out.emit(view.set(bytes, before, end - before), ONE);
            }
            before = begin;
        }

        @Override
        void endOfLine() {
            before = NONE;
        }
    }

    private static final class Sum implements Reducer<Bytes, Long, Bytes, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void reduce(Bytes key, Iterable<Long> counts, Emitter<Bytes, Long> out) {
            long sum = 0;
            for (long count : counts) {
                sum += count;
            }
            out.emit(key, sum);
        }
    }

    /** All words of each length, in a list: no combiner. */
    static final class GroupBy extends TextProgram<Bytes, Integer, Tally> {
        private static final TupleGroup<Integer, Bytes> WORDS =
                TupleGroup.of("words", Codecs.INT, Codecs.BYTES).asTemporary().replacing();

        GroupBy() {
            super(Codecs.BYTES, TupleGroup.of("tallies", Codecs.INT, Codecs.record(Tally.class)),
                    (length, tally) -> length + "\t" + tally.words() + "\t" + tally.hashes());
        }

        @Override
        Workflow workflow(Lines<Bytes> lines, TupleGroup<Integer, Tally> tallies) {
            Workflow workflow = Workflow.named("groupby");
            lines.map(workflow, WORDS, Timed.map(new Lengths()));
            workflow.reduce(WORDS, tallies, Timed.reduce(new Tallies()));
            return workflow;
        }
    }

    private static final class Lengths extends OnWords<Integer, Bytes> {
        private static final long serialVersionUID = 1L;
        private transient Bytes view;

        @Override
        void word(byte[] bytes, int begin, int end, Emitter<Integer, Bytes> out) {
            if (view == null) {
                view = new Bytes();
            }
            if (end > begin) {
                out.emit(end - begin, view.set(bytes, begin, end - begin));
            }
        }
    }

    private static final class Tallies implements Reducer<Integer, Bytes, Integer, Tally> {
        private static final long serialVersionUID = 1L;

        @Override
        public void reduce(Integer length, Iterable<Bytes> words, Emitter<Integer, Tally> out) {
            long count = 0;
            long hashes = 0;
            for (Bytes word : words) {
                count++;
                hashes += Kernels.hash(word.array(), word.offset(), word.length());
            }
            out.emit(length, new Tally(count, hashes));
        }
    }
}
