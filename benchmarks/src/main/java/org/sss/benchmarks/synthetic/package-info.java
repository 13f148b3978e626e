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
 */
package org.sss.benchmarks.synthetic;
