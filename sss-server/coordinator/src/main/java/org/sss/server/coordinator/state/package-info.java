/**
 * The durable state of the coordinator.
 *
 * <pre>
 *   Catalog, WorkflowHistory --Entry--> Journal (DIR/coordinator/journal)
 *            ^                             |
 *            +---------- replay -----------+   at start, then the journal is compacted
 *
 *   Catalog: create, publish, drop, pin --+
 *   CatalogNames: reserve, assign, rename |
 *   Orphans: adopt, purge                 +--> GroupTable: NamedGroups, UnnamedGroups, GroupEnds, DroppedGroups
 *   Sweeper: what nodes delete            |
 *   Losses: what nodes have lost ---------+
 *
 *   PlaceTables: which nodes have copies, made by TablePlanner
 *   RepairPlanner: named groups, tables, losses, states of nodes --> RepairPlan: what is copied where
 * </pre>
 */
package org.sss.server.coordinator.state;
