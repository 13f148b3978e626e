/**
 * Side groups: groups that a job reads besides its input.
 *
 * <pre>
 *   SideData.get  -> SideCache -> SideReads -> SideSource: RemoteSide -> data servers of the owners
 *   SideData.asMap, asTuples -> SideMaps: read once for each workflow and node, within SideMemory
 * </pre>
 */
package org.sss.server.task.side;
