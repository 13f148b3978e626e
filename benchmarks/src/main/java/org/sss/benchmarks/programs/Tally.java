package org.sss.benchmarks.programs;

/** Of the words of one length: how many there are, and the sum of their {@link String#hashCode()}. */
public record Tally(long words, long hashes) {
}
