package org.sss.client;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.GroupFiles;
import org.sss.client.link.TupleStream;
import org.sss.net.control.GroupInfo;
import org.sss.net.data.KeyReadFallback;
import org.sss.net.data.KeyReads;

/**
 * Reads single keys for a client. If a node has no tuples of a subgroup, checks that none are lost.
 * Thread-safe.
 */
final class ClientReads implements KeyReadFallback {
    private final ClusterLink link;
    private final GroupInfo group;
    /** Subgroups without tuples; null until requested from the nodes. */
    private volatile BitSet emptySubgroups;

    private ClientReads(ClusterLink link, GroupInfo group) {
        this.link = link;
        this.group = group;
    }

    static <V> KeyReads<V> of(ClusterLink link, GroupInfo group, KeyReads.Decoder<V> decoder) {
        return new KeyReads<>(
                link::connection,
                link.map(),
                link.holders(group),
                new KeyReads.Source(group.key(), group.name(), group.hashed()),
                decoder,
                new ClientReads(link, group));
    }

    @Override
    public void scan(int subgroup, byte[] key, Consumer<byte[]> values) {
        try (TupleStream stream = TupleStream.ofKey(link, group, subgroup, key)) {
            while (stream.next()) {
                int offset = stream.valueOffset();
                values.accept(Arrays.copyOfRange(stream.valueArray(), offset, offset + stream.valueLength()));
            }
        }
    }

    /** A node without tuples of a subgroup may have lost them; what was committed reveals that. */
    @Override
    public void checkEmpty(int subgroup) {
        BitSet empty = emptySubgroups;
        if (empty == null) {
            empty = GroupFiles.emptySubgroups(link, group);
            emptySubgroups = empty;
        }
        if (!empty.get(subgroup)) {
            throw GroupFiles.incomplete(link, group, "subgroup " + subgroup + " is gone");
        }
    }
}
