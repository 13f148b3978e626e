/**
 * One node of a cluster: an SSS Server and a data server in one process.
 *
 * <pre>{@code
 *   server listener --cluster, node.status, task.run--> TaskService -> TaskLanes -> TaskSlots (threads) -> TaskRunner
 *                   --group.*, blob.*, workflow.*-----> Coordinator (on node 0)               |       |
 *   data listener   --data.*--------------------------> DataServer <-- own subgroups ---------+       +-- blocks to owners
 * }</pre>
 *
 * <pre>
 *   NodeProgram (a process) --NodeSetup--> Node (start, join, close) --NodeParts--> NodeTasks, CoordinatorWiring
 * </pre>
 */
package org.sss.server.node;
