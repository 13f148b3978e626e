package org.sss.net.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.net.block.BigEndian;

/** A key asked of one subgroup, and what was answered. One thread at a time. Ordered as requests have to be, node by node. */
final class AskedKey<V> implements Comparable<AskedKey<V>> {
    private final int node;
    private final int subgroup;
    private final byte[] key;
    private final long prefix;
    private int code;
    private List<V> values = new ArrayList<>(0);
    /** Of the values, as they are encoded. */
    private long valueBytes;

    AskedKey(int node, int subgroup, byte[] key) {
        this.node = node;
        this.subgroup = subgroup;
        this.key = key;
        prefix = BigEndian.prefix(key, 0, key.length);
    }

    @Override
    public int compareTo(AskedKey<V> other) {
        if (node != other.node) {
            return Integer.compare(node, other.node);
        }
        if (subgroup != other.subgroup) {
            return Integer.compare(subgroup, other.subgroup);
        }
        return prefix != other.prefix ? Long.compareUnsigned(prefix, other.prefix) : Arrays.compareUnsigned(key, other.key);
    }

    int node() {
        return node;
    }

    int subgroup() {
        return subgroup;
    }

    byte[] key() {
        return key;
    }

    void take(GetAnswer answer, KeyReads.Decoder<V> decoder) {
        code = answer.nextKey();
        values = new ArrayList<>(Math.max(0, code));
        for (int i = 0; i < code; i++) {
            answer.nextValue();
            valueBytes += answer.valueLength();
            values.add(decoder.decode(answer.array(), answer.valueOffset(), answer.valueLength()));
        }
    }

    /** Asked twice: the same values in a list of its own. */
    void take(AskedKey<V> same) {
        values = new ArrayList<>(same.values);
        valueBytes = same.valueBytes;
    }

    /** A value that came in another way. */
    void add(V value, int bytes) {
        values.add(value);
        valueBytes += bytes;
    }

    long valueBytes() {
        return valueBytes;
    }

    boolean isTooLarge() {
        return code == GetFormat.TOO_LARGE;
    }

    boolean isNothingThere() {
        return code == GetFormat.NOTHING_HERE;
    }

    List<V> values() {
        return values;
    }
}
