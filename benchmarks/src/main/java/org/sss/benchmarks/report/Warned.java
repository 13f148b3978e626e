package org.sss.benchmarks.report;

/** A fact of a machine that may spoil the numbers of a run. */
interface Warned {
    /** A remark about the numbers, or null. */
    String warning();
}
