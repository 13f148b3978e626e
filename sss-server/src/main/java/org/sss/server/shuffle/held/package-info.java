/**
 * Tuples in files that all nodes share, because they do not fit into the memory of a node (Tsukuba 2019, On-Disk).
 *
 * <pre>
 *   HeldExchange -> HeldFiles.Writer -> HeldFile (one for each node and group)
 *   RelocatedInput    -> HeldFileSource   -> HeldFileReader of each node's file: the runs of one subgroup
 * </pre>
 */
package org.sss.server.shuffle.held;
