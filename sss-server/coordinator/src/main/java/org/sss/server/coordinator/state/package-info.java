/**
 * The durable state of the coordinator.
 *
 * <pre>
 *   Catalog, WorkflowHistory --Entry--> Journal (DIR/coordinator/journal)
 *            ^                             |
 *            +---------- replay -----------+   at start, then the journal is compacted
 * </pre>
 */
package org.sss.server.coordinator.state;
