package org.sss.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.EncodedKey;
import org.sss.client.link.TupleStream;
import org.sss.net.block.KeyRange;
import org.sss.net.control.GroupInfo;

/**
 * Tuples of a group in ascending order of their encoded keys, streamed from all nodes. Set the bounds, iterate once,
 * and close it; bounds set after the start of the iteration have no effect. One thread at a time. Throws an {@link
 * SssException} CORRUPT at its end if tuples are missing because files of the group are lost. If a node of a group with
 * copies fails, the scan continues on other nodes. Null bounds are INVALID_ARGUMENT, unless the codec accepts null.
 *
 * <pre>{@code
 * try (Scan<String, Long> scan = client.scan(counts).prefix("th").limit(10)) {
 *     for (Map.Entry<String, Long> tuple : scan) { ... }
 * }
 * }</pre>
 */
public final class Scan<K, V> implements Iterable<Map.Entry<K, V>>, AutoCloseable {
    private final ClusterLink link;
    private final GroupInfo info;
    private final Codec<K> keys;
    private final Codec<V> values;
    private KeyRange range = KeyRange.ALL;
    private int part;
    private int parts = 1;
    private long limit = Long.MAX_VALUE;
    private TupleStream stream;
    /** Whether the stream is at a tuple that no iterator has returned yet. */
    private boolean ready;

    Scan(ClusterLink link, GroupInfo info, TupleGroup<K, V> group) {
        this.link = link;
        this.info = info;
        keys = group.keys();
        values = group.values();
    }

    /** Only keys whose encoding starts with that of {@code prefix}; for strings and bytes, keys that start with it. */
    public Scan<K, V> prefix(K prefix) {
        range = range.and(KeyRange.prefix(encoded(prefix)));
        return this;
    }

    /** Only keys at or above {@code from}. */
    public Scan<K, V> from(K from) {
        range = range.and(new KeyRange(encoded(from), null));
        return this;
    }

    /** Only keys below {@code to}. */
    public Scan<K, V> to(K to) {
        range = range.and(new KeyRange(null, encoded(to)));
        return this;
    }

    /**
     * Only one of {@code parts} disjoint parts of the group, in key order: with a scan for each part, several threads
     * read each tuple of a group once. Parts have about the same size if {@code parts} is below the number of
     * subgroups; with as many parts as subgroups, part {@code i} is subgroup {@code i}.
     *
     * @param part from 0 to {@code parts - 1}
     * @throws SssException INVALID_ARGUMENT
     */
    public Scan<K, V> part(int part, int parts) {
        checkPart(part, parts);
        this.part = part;
        this.parts = parts;
        return this;
    }

    static void checkPart(int part, int parts) {
        if (part < 0 || part >= parts) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "part " + part + " of " + parts + " does not exist; parts are counted from 0");
        }
    }

    /** At most {@code tuples} further tuples; none if that is not positive. */
    public Scan<K, V> limit(long tuples) {
        limit = tuples;
        return this;
    }

    /** Returns all remaining tuples as a list, and closes the scan; for small scans. */
    public List<Map.Entry<K, V>> toList() {
        try (this) {
            List<Map.Entry<K, V>> all = new ArrayList<>();
            forEach(all::add);
            return all;
        }
    }

    /**
     * Starts or continues the scan: all iterators of one scan share its position. After a failure, all of them fail:
     * start a new scan.
     */
    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        if (stream == null) {
            stream = TupleStream.ofPart(link, info, range, part, parts);
        }
        return new Entries();
    }

    @Override
    public void close() {
        if (stream != null) {
            stream.close();
        }
    }

    private byte[] encoded(K key) {
        return EncodedKey.of(keys, key, info.name());
    }

    private final class Entries implements Iterator<Map.Entry<K, V>> {
        @Override
        public boolean hasNext() {
            if (!ready && limit > 0) {
                ready = stream.next();
                limit = ready ? limit - 1 : 0;
            }
            return ready;
        }

        @Override
        public Map.Entry<K, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            ready = false;
            return Map.entry(
                    keys.decode(stream.keyArray(), stream.keyOffset(), stream.keyLength()),
                    values.decode(stream.valueArray(), stream.valueOffset(), stream.valueLength()));
        }
    }
}
