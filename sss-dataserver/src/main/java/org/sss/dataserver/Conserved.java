package org.sss.dataserver;

import java.util.Collection;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Stored;

/**
 * What storing, merging and committing never change: the number of tuples, and the bytes of their keys and values. Numbers of
 * blocks and their bytes do change. Immutable.
 */
record Conserved(long tuples, long dataBytes) {
    static final Conserved NONE = new Conserved(0, 0);

    static Conserved of(Stored stored) {
        return new Conserved(stored.tuples(), stored.dataBytes());
    }

    static Conserved sum(Collection<Conserved> parts) {
        return parts.stream().reduce(NONE, Conserved::plus);
    }

    Conserved plus(Conserved other) {
        return new Conserved(tuples + other.tuples, dataBytes + other.dataBytes);
    }

    /**
     * Compares these expected ones with what was {@code found}.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} with both
     */
    void check(Conserved found, String place) {
        if (!equals(found)) {
            throw new SssException(ErrorCode.INTERNAL, place + ": " + this + " were put, " + found + " are there");
        }
    }

    @Override
    public String toString() {
        return tuples + " tuples of " + dataBytes + " bytes";
    }
}
