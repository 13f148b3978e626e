/**
 * {@code sss bench synthetic}: the papers' benchmark that moves bytes and computes nothing, in each system under test.
 *
 * <pre>
 *   preset or .properties ── SyntheticConf ──┬── in SSS: SyntheticSss ── Run ──┐
 *                                            ├── in Spark, Hadoop: engines ────┼── SyntheticRun ── SyntheticReport
 *                                            └── Answer.expected ──────────────┘   (all equal, or it fails)
 * </pre>
 */
package org.sss.benchmarks.synthetic;
