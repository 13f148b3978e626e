/**
 * The coordinator, which runs on node 0: it has the catalog of groups and runs the workflows. Data never passes through
 * it.
 *
 * <pre>
 *   client --group.*, blob.*, workflow.*--> Coordinator --task.run--> nodes
 *                                               |--data.commit, data.drop, data.list--> data servers
 *                                            journal, blobs (its disk)
 * </pre>
 */
package org.sss.server.coordinator;
