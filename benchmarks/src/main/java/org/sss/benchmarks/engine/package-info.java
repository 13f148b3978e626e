/**
 * Systems that run workloads: SSS, plain Java, Spark, Hadoop. Each is a process of its own, so that what it uses can be
 * measured apart from the suite; the libraries of Spark and Hadoop are fetched on demand and are on no class path of
 * the suite.
 *
 * <pre>
 * this process                                              a Java process
 * HostedEngine --- ProgramSession --- HostLink ==tasks==&gt; HostMain --- ProgramHost --- Program
 *       (stores of bench micro) ---/                              \-- (their object)
 * </pre>
 */
package org.sss.benchmarks.engine;
