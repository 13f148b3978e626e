/**
 * Runs workloads in systems, compares their answers, and reports.
 *
 * <pre>
 * SuitePlan: Case x Contender  --Suite--&gt;  SuiteRow  --SuiteReport--&gt;  table, CSV, JSON, Markdown, PNG, SVG
 * </pre>
 */
package org.sss.benchmarks.suite;
