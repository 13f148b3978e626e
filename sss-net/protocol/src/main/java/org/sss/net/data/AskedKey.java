package org.sss.net.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;
import org.sss.net.control.NodeInfo;

/**
 * A lookup of one key in one subgroup, and its answer. One thread at a time. Ordered as requests require, node by node.
 */
final class AskedKey<V> implements Comparable<AskedKey<V>> {
    private NodeInfo node;
    private final int subgroup;
    private final byte[] key;
    private final long prefix;
    private boolean answered;
    private int code;
    private List<V> values = new ArrayList<>(0);
    /** Encoded size of the values. */
    private long valueBytes;
    /** Why there is no answer; or null. */
    private SssException error;

    AskedKey(NodeInfo node, int subgroup, byte[] key) {
        this.node = node;
        this.subgroup = subgroup;
        this.key = key;
        prefix = BigEndian.prefix(key, 0, key.length);
    }

    @Override
    public int compareTo(AskedKey<V> other) {
        if (node.id() != other.node.id()) {
            return Integer.compare(node.id(), other.node.id());
        }
        if (subgroup != other.subgroup) {
            return Integer.compare(subgroup, other.subgroup);
        }
        return prefix != other.prefix
                ? Long.compareUnsigned(prefix, other.prefix)
                : Arrays.compareUnsigned(key, other.key);
    }

    /** Returns true for the same lookup, maybe at another node. */
    boolean isSame(AskedKey<V> other) {
        return subgroup == other.subgroup && prefix == other.prefix && Arrays.equals(key, other.key);
    }

    NodeInfo node() {
        return node;
    }

    /** The node has not answered, or has lost the subgroup. */
    void fail(SssException e) {
        error = e;
    }

    SssException error() {
        return error;
    }

    /** Another node is asked. */
    void moveTo(NodeInfo other) {
        node = other;
        error = null;
        answered = false;
        code = 0;
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
        answered = true;
    }

    boolean isAnswered() {
        return answered;
    }

    /** For a repeated key: copies the values to a separate list. */
    void take(AskedKey<V> same) {
        values = new ArrayList<>(same.values);
        valueBytes = same.valueBytes;
    }

    /** Adds a value that did not come in the answer. */
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
