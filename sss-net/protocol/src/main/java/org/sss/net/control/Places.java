package org.sss.net.control;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A table of places: which nodes have the copies of each subgroup. A group names the table by which it is stored. A
 * table never changes; the journal has all that are in use. Immutable: nobody changes the array.
 *
 * @param number  of the table, from 1; 0 stands for the rule, {@code s mod n} with one copy
 * @param copies  number of holders of each subgroup, at least 1
 * @param holders numbers of nodes as unsigned bytes: those of subgroup {@code s} from {@code s * copies} on, the
 *     first of them is the owner, which new tuples are sent to
 */
public record Places(int number, int copies, byte[] holders) {
    /** Numbers of nodes are below this. */
    public static final int MAX_NODES = 256;

    public Places {
        if (number < 1 || copies < 1 || holders.length == 0 || holders.length % copies != 0) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "table of places " + number + " has " + holders.length + " entries for " + copies
                            + " copies of each subgroup");
        }
    }

    public int subgroups() {
        return holders.length / copies;
    }

    /** The number of the node that new tuples of a subgroup are sent to. */
    public int owner(int subgroup) {
        return holder(subgroup, 0);
    }

    /** The number of the node with a copy. */
    public int holder(int subgroup, int copy) {
        return holders[subgroup * copies + copy] & 0xff;
    }

    /** The numbers of the nodes with the first copies of a subgroup, the owner first. */
    public List<Integer> holders(int subgroup, int firstCopies) {
        List<Integer> found = new ArrayList<>(firstCopies);
        for (int copy = 0; copy < Math.min(copies, firstCopies); copy++) {
            found.add(holder(subgroup, copy));
        }
        return found;
    }

    /** True if a node has one of the first copies of a subgroup. */
    public boolean holds(int node, int subgroup, int firstCopies) {
        for (int copy = 0; copy < Math.min(copies, firstCopies); copy++) {
            if (holder(subgroup, copy) == node) {
                return true;
            }
        }
        return false;
    }

    /** True if a node has a copy of anything. */
    public boolean has(int node) {
        for (byte holder : holders) {
            if ((holder & 0xff) == node) {
                return true;
            }
        }
        return false;
    }

    /** True if another table says the same under another number. */
    public boolean hasSameHolders(Places other) {
        return copies == other.copies && Arrays.equals(holders, other.holders);
    }

    /** Returns the table with the owners alone. */
    public Places owners() {
        if (copies == 1) {
            return this;
        }
        byte[] owners = new byte[subgroups()];
        for (int subgroup = 0; subgroup < owners.length; subgroup++) {
            owners[subgroup] = holders[subgroup * copies];
        }
        return new Places(number, 1, owners);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Places other
                && number == other.number
                && copies == other.copies
                && Arrays.equals(holders, other.holders);
    }

    @Override
    public int hashCode() {
        return 31 * number + Arrays.hashCode(holders);
    }

    @Override
    public String toString() {
        return "table of places " + number + ", " + copies + (copies == 1 ? " copy" : " copies");
    }
}
