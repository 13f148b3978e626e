package org.sss.net.data;

import java.util.function.Consumer;

/** What a {@link KeyReads} cannot do with point reads alone. Thread-safe. */
public interface KeyReadFallback {
    /** Gives all values that one subgroup has of a key, which are too many for one answer, in the order of the runs. */
    void scan(int subgroup, byte[] key, Consumer<byte[]> values);

    /**
     * A node has nothing of a subgroup.
     *
     * @throws org.sss.api.SssException CORRUPT unless that is as it should be
     */
    void checkEmpty(int subgroup);
}
