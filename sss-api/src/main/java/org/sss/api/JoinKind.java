package org.sss.api;

/** The keys for which a join is called. */
public enum JoinKind {
    /** Keys in both groups. */
    INNER,
    /** Keys of the left group; if the right group does not have the key, the right value is null. */
    LEFT,
    /** Keys of either group; if one group does not have the key, its value is null. */
    FULL
}
