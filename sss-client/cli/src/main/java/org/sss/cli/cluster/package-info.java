/**
 * Commands that start, stop, show and repair the nodes of a cluster.
 *
 * <pre>
 *   ClusterStart -> ClusterDirectory -> NodeDirectory (settings, pid, log of one node)
 *               \-> ClusterProcesses -> one process for each node: sss node --conf FILE
 *               \-> RemoteStart -> RemoteNodes -> RemoteShell: ssh HOST bash, with RemoteScripts; RemoteCluster describes it
 *   FsckCommand, ClusterRecoverJournal: files of stopped nodes
 * </pre>
 */
package org.sss.cli.cluster;
