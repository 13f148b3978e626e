package org.sss.api;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The natural order of values, and the order of their encodings where it is 0 for values that are not equal: what is kept of several
 * does not depend on which of them came first then. Only such values are encoded. Stateless.
 *
 * @param codec null when it is not known: such values are taken for the same then
 */
record NaturalOrder<V extends Comparable<? super V>>(Codec<V> codec) implements Comparator<V>, Serializable {
    private static final int LIKELY_BYTES = 32;

    @Override
    public int compare(V left, V right) {
        int order = left.compareTo(right);
        return order != 0 || codec == null || left.equals(right) ? order : compareEncodings(left, right);
    }

    private int compareEncodings(V left, V right) {
        ByteSink one = encoded(left);
        ByteSink other = encoded(right);
        return Arrays.compareUnsigned(one.array(), 0, one.size(), other.array(), 0, other.size());
    }

    private ByteSink encoded(V value) {
        ByteSink sink = new ByteSink(LIKELY_BYTES);
        codec.encode(value, sink);
        return sink;
    }
}
