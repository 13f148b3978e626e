package org.sss.api;

/** The keys for which a join is called. */
public enum JoinKind {
    /** Keys in both groups. */
    INNER(false, false),
    /** Keys of the left group; if the right group does not have the key, the right value is null. */
    LEFT(true, false),
    /** Keys of the right group; if the left group does not have the key, the left value is null. */
    RIGHT(false, true),
    /** Keys of either group; if one group does not have the key, its value is null. */
    FULL(true, true);

    private final boolean leftAlone;
    private final boolean rightAlone;

    JoinKind(boolean leftAlone, boolean rightAlone) {
        this.leftAlone = leftAlone;
        this.rightAlone = rightAlone;
    }

    /** Returns whether the join is called for keys that only the left group has. */
    public boolean takesLeftAlone() {
        return leftAlone;
    }

    /** Returns whether the join is called for keys that only the right group has. */
    public boolean takesRightAlone() {
        return rightAlone;
    }
}
