package org.sss.client;

import java.util.Arrays;
import java.util.List;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.TupleStream;
import org.sss.net.control.GroupInfo;
import org.sss.net.data.KeyReads;

/**
 * Like {@link GroupReader} with encoded keys and values, for callers that know the types only by name.
 * Thread-safe.
 */
public final class RawReader {
    private final ClusterLink link;
    private final GroupInfo info;
    private final KeyReads<byte[]> reads;

    RawReader(ClusterLink link, GroupInfo info) {
        this.link = link;
        this.info = info;
        reads = ClientReads.of(
                link, info, (bytes, offset, length) -> Arrays.copyOfRange(bytes, offset, offset + length));
    }

    public Group group() {
        return new Group(info);
    }

    /** @see GroupReader#get */
    public List<byte[]> get(byte[] key) {
        return reads.read(key);
    }

    /** @see GroupReader#getAll */
    public List<List<byte[]>> getAll(List<byte[]> keys) {
        return reads.read(keys);
    }

    /** Returns the tuples of one key as a stream, for keys whose values may not fit into memory. */
    public RawTuples tuples(byte[] key) {
        return new RawTuples(info, TupleStream.ofKey(link, info, key));
    }
}
