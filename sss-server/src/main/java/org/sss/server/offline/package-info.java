/**
 * What is done with the directories of a cluster while its nodes do not run: verifying them as a whole, and replacing a lost journal.
 *
 * <pre>
 *   NodeData (node, data.dir) --> ClusterFsck      journal against the data of all nodes
 *                             --> JournalRecovery  a new journal for data whose journal is lost
 * </pre>
 */
package org.sss.server.offline;
