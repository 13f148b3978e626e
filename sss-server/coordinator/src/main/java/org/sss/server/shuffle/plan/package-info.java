/**
 * What the coordinator must know of a shuffle method: the steps that all nodes take before the first task, and
 * between the last task and the commit.
 *
 * <pre>
 *   ShufflePlan (of a method, from the table in ShuffleMethods) -> PlannedStep: its name, and the partner of each node
 * </pre>
 */
package org.sss.server.shuffle.plan;
