package org.sss.benchmarks.report;

/** A fact of a machine that may spoil the numbers of a run. */
interface Warned {
    /** What to tell of the numbers, or null. */
    String warning();
}
