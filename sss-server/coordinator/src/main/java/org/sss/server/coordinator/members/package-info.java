/**
 * The coordinator's connections to the nodes, calls to all nodes at once, and the removal of dead groups on them.
 *
 * <pre>
 *   NodeLink --connect, compare cluster ids--> node
 *       |  joined:  data.list, data.drop of dead groups
 *       |  lost:    logged once, then retried
 *
 *   Members         the nodes, and connections to them
 *   ClusterHealth   the status of all nodes
 *   GroupWrites     create, commit, clone, abort on all data servers
 *   Repairer        copies that are missing: plan, Copies, the journal, then Surplus deletes what is too much
 *   ClusterChanges  nodes that operators remove or replace
 * </pre>
 */
package org.sss.server.coordinator.members;
