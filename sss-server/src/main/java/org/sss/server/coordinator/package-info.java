/**
 * The coordinator: node 0's further task. It knows the groups and runs the workflows; data never passes through it.
 *
 * <pre>
 *   client --group.*, blob.*, workflow.*--> Coordinator --task.run--> nodes
 *                                               |--data.commit, data.drop, data.list--> data servers
 *                                            journal, blobs (its disk)
 * </pre>
 */
package org.sss.server.coordinator;
