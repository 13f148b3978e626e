/**
 * What the coordinator must not forget.
 *
 * <pre>
 *   Catalog, WorkflowHistory --Entry--> Journal (DIR/coordinator/journal)
 *            ^                             |
 *            +---------- replay -----------+   at start, then the journal is written anew without what is over
 * </pre>
 */
package org.sss.server.coordinator.state;
