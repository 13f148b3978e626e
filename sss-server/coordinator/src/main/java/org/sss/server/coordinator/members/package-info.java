/**
 * The coordinator's connections to the nodes, calls to all nodes at once, and the removal of dead groups on them.
 *
 * <pre>
 *   NodeLink --connect, compare cluster ids--> node
 *       |  joined:  data.list, data.drop of dead groups
 *       |  lost:    logged once, then retried
 * </pre>
 */
package org.sss.server.coordinator.members;
