/**
 * Shuffle methods that store parts elsewhere than at their owner, so that no node gets more than its memory holds.
 *
 * <pre>
 *   HeldExchange   as DecoupledExchange, by a HeldPlan: parts to other nodes, or to files (package held)
 *                  (Automatic: an empty plan unless a node would exceed its memory)
 *   HeldInput      what a task reads: its own data server, then parts that a HeldExchange stored elsewhere
 * </pre>
 */
package org.sss.server.shuffle.relocation;
