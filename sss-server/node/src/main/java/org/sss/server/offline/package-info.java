/**
 * Work on the directories of a cluster whose nodes are stopped: verifying them as a whole, and replacing a lost
 * journal.
 *
 * <pre>
 *   NodeData (node, data.dir) --> ClusterFsck      journal against the data of all nodes
 *                             --> JournalRecovery  a new journal for data whose journal is lost
 * </pre>
 */
package org.sss.server.offline;
