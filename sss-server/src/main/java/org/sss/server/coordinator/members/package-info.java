/**
 * The coordinator's side of every node: connections, calls to all of them at once, and the upkeep of what they store.
 *
 * <pre>
 *   NodeLink --connect, compare cluster ids--> node
 *       |  joined:  data.list, data.drop of what the catalog does not know
 *       |  lost:    said once, then tried again
 * </pre>
 */
package org.sss.server.coordinator.members;
