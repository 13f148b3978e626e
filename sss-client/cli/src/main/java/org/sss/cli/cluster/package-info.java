/**
 * Commands that start, stop, show and repair the nodes of a cluster.
 *
 * <pre>
 *   ClusterStart -> ClusterDirectory -> NodeDirectory (settings, pid, log of one node)
 *               \-> ClusterProcesses -> one process for each node: sss node --conf FILE
 *   FsckCommand, ClusterRecoverJournal: files of stopped nodes
 * </pre>
 */
package org.sss.cli.cluster;
