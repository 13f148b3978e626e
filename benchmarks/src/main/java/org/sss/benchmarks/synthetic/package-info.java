/**
 * {@code sss bench synthetic}, {@code macro} and {@code fit}: the papers' benchmark that moves bytes, in each system
 * under test.
 *
 * <pre>
 *   preset or .properties -- SyntheticConf -- SyntheticPoint --+-- in SSS: SyntheticSss --------+
 *                                                              +-- in Spark, Hadoop: rivals ----+-- Suite --
 *                                                              SyntheticReport +-- Answer.expected -------------+
 *                                                              (all equal, or it fails)
 * </pre>
 *
 * {@code RealJob} makes a {@code SyntheticConf} of what {@code sss job --json} prints; {@code JobComparison} has what
 * both jobs did.
 */
package org.sss.benchmarks.synthetic;
