package org.sss.api;

/** Which keys a join is called for. */
public enum JoinKind {
    /** Those that both groups have. */
    INNER,
    /** Those of the left group; where the right one has no such key, the right value is null. */
    LEFT,
    /** Those of either group; where one has no such key, its value is null. */
    FULL
}
