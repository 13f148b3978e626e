package org.sss.api;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Orders values naturally, and by their encodings if unequal values compare as 0, so that the selected values do not
 * depend on their order of arrival. Only such values are encoded. Stateless.
 *
 * @param codec null if unknown; such values are then regarded as equal
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
