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
 * Counts words regardless of ASCII case: the maximal runs of letters, digits and underscores. Bytes outside of ASCII
 * are letters, so that text in any encoding keeps its words; the punctuation of Unicode, as UTF-8, is not. Stateless.
 */
public final class WordCount implements SssJob {
    public static final String MAP = "map";
    public static final String REDUCE = "reduce";

    /** @param args input group (lines), output group (words with their counts) */
    @Override
    public Workflow define(String[] args) {
        if (args.length != 2) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "WordCount takes the names of an input and an output group," + " got " + List.of(args));
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
        TupleGroup<Bytes, Long> words =
                counts(counts.name() + ".words").asTemporary().replacing().compressed(counts.compression());
        Workflow workflow = Workflow.named("wordcount");
        workflow.map(lines, words, new Words()).combine(Combiner.sumLong()).named(MAP);
        workflow.reduce(words, counts, new Sum()).named(REDUCE);
        return workflow;
    }

    /** Emits each word of a line with 1. One thread, as all mappers. */
    private static final class Words implements Mapper<Long, Bytes, Bytes, Long> {
        private static final long serialVersionUID = 1L;
        private static final Long ONE = 1L;
        /** Of each byte what it is in a word, in lower case; 0 when it ends a word. */
        private static final byte[] LETTERS = letters();
        /** The first bytes of U+2000 to U+203F: dashes, quotation marks, dots. */
        private static final byte PUNCTUATION_1 = (byte) 0xe2;

        private static final byte PUNCTUATION_2 = (byte) 0x80;
        private static final int PUNCTUATION_BYTES = 3;

        private transient Bytes word;
        private transient byte[] letters;

        @Override
        public void map(Long position, Bytes line, Emitter<Bytes, Long> out) {
            if (word == null) {
                word = new Bytes();
                letters = new byte[256];
            }
            if (letters.length < line.length()) {
                letters = new byte[Math.max(line.length(), 2 * letters.length)];
            }
            byte[] bytes = line.array();
            int end = line.offset() + line.length();
            int length = 0;
            for (int i = line.offset(); i < end; i++) {
                byte letter = LETTERS[bytes[i] & 0xff];
                boolean punctuation = letter == PUNCTUATION_1 && i + 1 < end && bytes[i + 1] == PUNCTUATION_2;
                if (letter != 0 && !punctuation) {
                    letters[length++] = letter;
                } else {
                    emit(length, out);
                    length = 0;
                    i += punctuation ? PUNCTUATION_BYTES - 1 : 0;
                }
            }
            emit(length, out);
        }

        private void emit(int length, Emitter<Bytes, Long> out) {
            if (length > 0) {
                out.emit(word.set(letters, 0, length), ONE);
            }
        }

        private static byte[] letters() {
            byte[] letters = new byte[256];
            for (int b = 0; b < letters.length; b++) {
                boolean letter = b >= 0x80 || b == '_' || Character.isLetterOrDigit(b);
                letters[b] = (byte) (!letter ? 0 : b < 0x80 ? Character.toLowerCase(b) : b);
            }
            return letters;
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
