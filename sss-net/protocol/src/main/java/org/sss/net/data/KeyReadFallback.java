package org.sss.net.data;

import java.util.function.Consumer;

/** Handles the cases that a {@link KeyReads} cannot answer by point reads alone. Thread-safe. */
public interface KeyReadFallback {
    /**
     * Passes all values of a key in one subgroup, which are too many for one answer, to {@code values} in the order of
     * the runs.
     */
    void scan(int subgroup, byte[] key, Consumer<byte[]> values);

    /**
     * A node has nothing of a subgroup.
     *
     * @throws org.sss.api.SssException CORRUPT unless the subgroup is known to be empty
     */
    void checkEmpty(int subgroup);
}
