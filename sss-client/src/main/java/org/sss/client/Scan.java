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
 * Tuples of a group in ascending order of their encoded keys, streamed from all nodes. Set the bounds, walk it once, and
 * close it; bounds that are set once the walk has begun change nothing. One thread at a time. A scan that comes to its end without
 * having had everything that was committed, because files of the group are gone, ends with an {@link SssException} CORRUPT. Bounds that are
 * null are INVALID_ARGUMENT, unless the codec takes them.
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
    /** The stream is at a tuple that no iterator has given yet. */
    private boolean ready;

    Scan(ClusterLink link, GroupInfo info, TupleGroup<K, V> group) {
        this.link = link;
        this.info = info;
        keys = group.keys();
        values = group.values();
    }

    /** Only keys whose encoding begins with that of {@code prefix}; for strings and bytes, those that begin with it. */
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
     * Only one of {@code parts} parts of the group, in the order of keys: with a scan for each part, several threads read a
     * group and have each tuple once. Parts are of about the same size when {@code parts} is below the number of subgroups.
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
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "part " + part + " of " + parts
                    + " does not exist; parts are counted from 0");
        }
    }

    /** At most {@code tuples} tuples from here on; none when that is not positive. */
    public Scan<K, V> limit(long tuples) {
        limit = tuples;
        return this;
    }

    /** All remaining tuples as a list; for scans that are known to be small. */
    public List<Map.Entry<K, V>> toList() {
        List<Map.Entry<K, V>> all = new ArrayList<>();
        forEach(all::add);
        return all;
    }

    /**
     * Begins the scan, or goes on with it: all iterators of one scan share its position. One that failed cannot go on, and fails again
     * in each of them: begin another scan.
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
            return Map.entry(keys.decode(stream.keyArray(), stream.keyOffset(), stream.keyLength()),
                    values.decode(stream.valueArray(), stream.valueOffset(), stream.valueLength()));
        }
    }
}
