package org.sss.net.control;

/**
 * Where the copies of a group are.
 *
 * @param table  number of its {@link Places}
 * @param copies that are whole: the first ones of the table
 * @param wanted copies that it shall have; more than there are if nodes could not take them
 */
public record Placement(int table, int copies, int wanted) {
    /** The same with another number of whole copies. */
    public Placement withCopies(int whole) {
        return new Placement(table, whole, wanted);
    }
}
