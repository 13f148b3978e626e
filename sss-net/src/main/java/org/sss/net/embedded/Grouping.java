package org.sss.net.embedded;

/** How the values of output without a combiner are collected before they are written. What is written is the same. */
public enum Grouping {
    /** By key in a hash table, until its keys turn out to have few values; then as {@link #SORT}. */
    AUTO,
    /** The same, but the table stays however few values its keys have. What it cannot take at all is sorted. */
    HASH,
    /** One after the other in a buffer that is sorted. */
    SORT
}
