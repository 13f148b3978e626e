package org.sss.client;

import java.io.InputStream;
import java.util.List;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.EncodedKey;
import org.sss.client.link.TupleStream;
import org.sss.client.link.ValueStream;
import org.sss.net.control.GroupInfo;
import org.sss.net.data.KeyReads;

/**
 * Reads values of single keys of one group, which was looked up when the reader was made. Thread-safe; holds nothing that
 * would have to be closed, and works until its client is closed. Values of a key come in the order in which they were
 * written; all that is asked for at once is held in memory, but for {@link #open}.
 *
 * <p>Both ways of reading throw an {@link org.sss.api.SssException}: NOT_FOUND when the group was dropped or replaced
 * meanwhile; CORRUPT when files of it are damaged or gone; NODE_UNREACHABLE, TIMEOUT, OVERLOADED for a node; INVALID_ARGUMENT for a
 * key that is null, unless the codec takes it. A read that failed can be tried again.
 *
 * <pre>{@code
 * GroupReader<String, Long> reader = client.reader(counts);
 * List<Long> values = reader.get("the");
 * List<List<Long>> many = reader.getAll(List.of("the", "a", "an"));
 * }</pre>
 */
public final class GroupReader<K, V> {
    private final ClusterLink link;
    private final GroupInfo info;
    private final TupleGroup<K, V> group;
    private final KeyReads<V> reads;

    GroupReader(ClusterLink link, GroupInfo info, TupleGroup<K, V> group) {
        this.link = link;
        this.info = info;
        this.group = group;
        reads = ClientReads.of(link, info, Codecs.keeping(group.values())::decode);
    }

    /** As it was when the reader was made. */
    public GroupInfo group() {
        return info;
    }

    /** The values of one key, in the order in which they were written; empty when it is not there. All of them are in memory. */
    public List<V> get(K key) {
        return reads.read(encoded(key));
    }

    /**
     * The values of many keys, a list for each, in the order of {@code keys}. All nodes are asked at once, and each for many
     * keys at a time, so this is much faster than one key after another.
     */
    public List<List<V>> getAll(List<K> keys) {
        return reads.read(keys.stream().map(this::encoded).toList());
    }

    /**
     * The encoded bytes of the first value of one key as a stream, to be closed: for values of type bytes or string, their
     * content. At most some MiB of it are in memory. A read may throw as the other ways of reading do. For further values of
     * the key see {@link RawReader#tuples}.
     *
     * @throws SssException also NOT_FOUND when the key is not there
     */
    public InputStream open(K key) {
        TupleStream stream = TupleStream.ofKey(link, info, encoded(key));
        boolean found = false;
        try {
            found = stream.next();
        } finally {
            if (!found) {
                stream.close();
            }
        }
        if (!found) {
            throw new SssException(ErrorCode.NOT_FOUND, "group '" + info.name() + "' has no key " + key);
        }
        return new ValueStream(stream, stream::close);
    }

    private byte[] encoded(K key) {
        return EncodedKey.of(group.keys(), key, info.name());
    }
}
