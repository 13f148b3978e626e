package org.sss.dataserver.run;

import java.util.Collection;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Stored;

/**
 * The totals that storing, merging and committing never change: the number of tuples, and the bytes of their keys and
 * values. Numbers of blocks and their bytes do change. Immutable.
 */
public record TupleTotals(long tuples, long dataBytes) {
    public static final TupleTotals NONE = new TupleTotals(0, 0);

    public static TupleTotals of(Stored stored) {
        return new TupleTotals(stored.tuples(), stored.dataBytes());
    }

    public static TupleTotals sum(Collection<TupleTotals> addends) {
        return addends.stream().reduce(NONE, TupleTotals::plus);
    }

    public TupleTotals plus(TupleTotals other) {
        return new TupleTotals(tuples + other.tuples, dataBytes + other.dataBytes);
    }

    /**
     * Compares these expected totals with {@code found}.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} with both
     */
    public void check(TupleTotals found, String context) {
        if (!equals(found)) {
            throw new SssException(ErrorCode.INTERNAL, context + ": " + this + " were put, " + found + " are there");
        }
    }

    @Override
    public String toString() {
        return tuples + " tuples of " + dataBytes + " bytes";
    }
}
