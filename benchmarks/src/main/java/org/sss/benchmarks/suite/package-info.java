/**
 * Runs workloads in systems, compares their answers, and reports.
 *
 * <pre>
 * SuitePlan: Case x Contender  --Suite--&gt;  Row  --SuiteReport--&gt;  Report: table, CSV, JSON, Markdown;
 * SuitePlots: PNG, SVG
 * </pre>
 */
package org.sss.benchmarks.suite;
