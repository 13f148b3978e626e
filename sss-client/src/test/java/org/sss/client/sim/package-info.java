/**
 * Real nodes in one process, whose links and processes fail by a schedule that a seed draws.
 *
 * <pre>
 *   FaultSchedule --faults--> LinkMatrix of SimCluster: node 0 .. n-1, each on a FaultyTransport
 *                                  ^
 *   SimScript of each client: import, job, loop, rename, drop; each step is repeated until it is known to be done
 * </pre>
 */
package org.sss.client.sim;
