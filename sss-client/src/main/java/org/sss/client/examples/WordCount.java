package org.sss.client.examples;

import java.util.List;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.api.SssJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/**
 * Counts words: the maximal runs of bytes other than ASCII space, tab, newline, vertical tab, form feed and carriage
 * return. Works on bytes, so text that is not UTF-8 keeps its bytes. Stateless.
 */
public final class WordCount implements SssJob {
    public static final String MAP = "map";
    public static final String REDUCE = "reduce";

    /** @param args input group (lines), output group (words with their counts) */
    @Override
    public Workflow define(String[] args) {
        if (args.length != 2) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "WordCount takes the names of an input and an output group,"
                    + " got " + List.of(args));
        }
        return workflow(lines(args[0]), counts(args[1]));
    }

    public static TupleGroup<Long, Bytes> lines(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.BYTES);
    }

    public static TupleGroup<Bytes, Long> counts(String name) {
        return TupleGroup.of(name, Codecs.BYTES, Codecs.LONG);
    }

    /** The words on their way are compressed as the counts are. */
    public static Workflow workflow(TupleGroup<Long, Bytes> lines, TupleGroup<Bytes, Long> counts) {
        TupleGroup<Bytes, Long> words = counts(counts.name() + ".words").asTemporary().replacing()
                .compressed(counts.compression());
        Workflow workflow = Workflow.named("wordcount");
        workflow.map(lines, words, new Words()).combine(Combiner.sumLong()).named(MAP);
        workflow.reduce(words, counts, new Sum()).named(REDUCE);
        return workflow;
    }

    /** Emits each word of a line with 1. One thread, as all mappers. */
    private static final class Words implements Mapper<Long, Bytes, Bytes, Long> {
        private static final long serialVersionUID = 1L;
        private static final Long ONE = 1L;

        private transient Bytes word;

        @Override
        public void map(Long position, Bytes line, Emitter<Bytes, Long> out) {
            if (word == null) {
                word = new Bytes();
            }
            byte[] bytes = line.array();
            int end = line.offset() + line.length();
            for (int i = line.offset(); i < end; i++) {
                int begin = i;
                while (i < end && !isSpace(bytes[i])) {
                    i++;
                }
                if (i > begin) {
                    out.emit(word.set(bytes, begin, i - begin), ONE);
                }
            }
        }

        private static boolean isSpace(byte b) {
            return b == ' ' || b >= '\t' && b <= '\r';
        }
    }

    /** Adds up. */
    private static final class Sum implements Reducer<Bytes, Long, Bytes, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void reduce(Bytes word, Iterable<Long> counts, Emitter<Bytes, Long> out) {
            long sum = 0;
            for (long count : counts) {
                sum += count;
            }
            out.emit(word, sum);
        }
    }
}
