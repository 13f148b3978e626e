package org.sss.net.embedded;

/** How the values of output without a combiner are grouped before they are written. The written tuples are the same. */
public enum Grouping {
    /** In a hash table by key, until keys turn out to have few values; then as {@link #SORT}. */
    AUTO,
    /** In a hash table however few values the keys have. Tuples that do not fit into a table are sorted. */
    HASH,
    /** Appended to a buffer that is sorted. */
    SORT
}
