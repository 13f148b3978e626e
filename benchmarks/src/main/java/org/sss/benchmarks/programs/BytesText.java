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
    private static final TupleGroup<Integer, Bytes> WORDS =
            TupleGroup.of("words", Codecs.INT, Codecs.BYTES).asTemporary().replacing();
    private static final Long ONE = 1L;

    private BytesText() {}

    /** How often each word occurs. */
    static SssProgram wordCount(boolean combines) {
        return counting("wordcount", new Words(), combines);
    }

    /** How often each pair of neighbours in a line occurs. */
    static SssProgram bigram() {
        return counting("bigram", new Pairs(), true);
    }

    private static SssProgram counting(String name, Mapper<Long, Bytes, Bytes, Long> mapper, boolean combines) {
        return new TextProgram<>(Codecs.BYTES, COUNTS, (word, count) -> word + "\t" + count, (lines, counts) -> {
            Workflow workflow = Workflow.named(name);
            MapJob<Bytes, Long> map = lines.map(workflow, ONES, mapper);
            if (combines) {
                map.combine(Combiner.sumLong());
            }
            workflow.reduce(ONES, counts, new Sum<>());
            return workflow;
        });
    }

    /** All words of each length, in a list: no combiner. */
    static SssProgram groupBy() {
        return new TextProgram<>(Codecs.BYTES, Tally.group(), Tally::line, (lines, tallies) -> {
            Workflow workflow = Workflow.named("groupby");
            lines.map(workflow, WORDS, new Lengths());
            workflow.reduce(WORDS, tallies, new Tallies());
            return workflow;
        });
    }

    /** Goes through the words of a line. One thread at a time. */
    private abstract static class OnWords<K2, V2> implements Mapper<Long, Bytes, K2, V2> {
        private static final long serialVersionUID = 1L;
        private transient Bytes view;

        @Override
        public final void map(Long position, Bytes line, Emitter<K2, V2> out) {
            byte[] bytes = line.array();
            int end = line.offset() + line.length();
            int start = line.offset();
            for (int i = start; i < end; i++) {
                if (bytes[i] == ' ') {
                    word(bytes, start, i, out);
                    start = i + 1;
                }
            }
            word(bytes, start, end, out);
            endOfLine();
        }

        /** The word {@code bytes[start, end)}, the next one of the line. */
        abstract void word(byte[] bytes, int start, int end, Emitter<K2, V2> out);

        void endOfLine() {}

        /** For one call of the emitter. */
        final Bytes view(byte[] bytes, int start, int length) {
            if (view == null) {
                view = new Bytes();
            }
            return view.set(bytes, start, length);
        }
    }

    private static final class Words extends OnWords<Bytes, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        void word(byte[] bytes, int start, int end, Emitter<Bytes, Long> out) {
            if (end > start) {
                out.emit(view(bytes, start, end - start), ONE);
            }
        }
    }

    /** A pair lies in the line as it is to be emitted: both words and the space between. */
    private static final class Pairs extends OnWords<Bytes, Long> {
        private static final long serialVersionUID = 1L;
        private static final int NONE = -1;
        private int before = NONE;

        @Override
        void word(byte[] bytes, int start, int end, Emitter<Bytes, Long> out) {
            if (before != NONE) {
                out.emit(view(bytes, before, end - before), ONE);
            }
            before = start;
        }

        @Override
        void endOfLine() {
            before = NONE;
        }
    }

    private static final class Lengths extends OnWords<Integer, Bytes> {
        private static final long serialVersionUID = 1L;

        @Override
        void word(byte[] bytes, int start, int end, Emitter<Integer, Bytes> out) {
            if (end > start) {
                out.emit(end - start, view(bytes, start, end - start));
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
