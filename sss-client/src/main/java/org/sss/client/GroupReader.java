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
 * Reads values of single keys of one group, which is resolved when the reader is created. Thread-safe. Needs no close;
 * works until its client is closed. Values of a key are returned in the order in which they were written. The results
 * of a call are in memory, except those of {@link #open}.
 *
 * <p>All reads throw an {@link org.sss.api.SssException}: NOT_FOUND if the group has been dropped or replaced; CORRUPT
 * if files of it are damaged or missing; NODE_UNREACHABLE, TIMEOUT, OVERLOADED for a node; INVALID_ARGUMENT for a null
 * key, unless the codec accepts it. A failed read can be retried. If a node of a group with copies fails, other nodes
 * answer; the read fails only if none does.
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

    /** Returns the group as of the creation of the reader. */
    public Group group() {
        return new Group(info);
    }

    /**
     * Returns the values of one key, in the order in which they were written; empty if the key does not exist. All are
     * in memory.
     */
    public List<V> get(K key) {
        return reads.read(encoded(key));
    }

    /**
     * Returns the values of many keys, a list for each, in the order of {@code keys}. Sends batches of keys to all
     * nodes in parallel, so this is much faster than single reads.
     */
    public List<List<V>> getAll(List<K> keys) {
        return reads.read(keys.stream().map(this::encoded).toList());
    }

    /**
     * Returns the encoded bytes of the first value of one key as a stream, which must be closed: for values of type
     * bytes or string, their content. Buffers at most some MiB. Reads of the stream throw the same exceptions as {@link
     * #get}. For further values of the key see {@link RawReader#tuples}.
     *
     * @throws SssException also NOT_FOUND if the key does not exist
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
