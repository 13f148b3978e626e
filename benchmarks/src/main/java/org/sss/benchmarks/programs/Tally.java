package org.sss.benchmarks.programs;

import org.sss.api.Codecs;
import org.sss.api.TupleGroup;

/** Of the words of one length: how many there are, and the sum of their {@link String#hashCode()}. */
public record Tally(long words, long hashes) {
    static String line(int length, Tally tally) {
        return length + "\t" + tally.words + "\t" + tally.hashes;
    }

    static TupleGroup<Integer, Tally> group() {
        return TupleGroup.of("tallies", Codecs.INT, Codecs.record(Tally.class));
    }
}
