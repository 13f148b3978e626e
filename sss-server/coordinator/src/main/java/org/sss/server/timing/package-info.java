/**
 * Periodic work on a timer: many callbacks that share one timer, and work that continues after a failure. Also the time
 * of the phases of a task.
 */
package org.sss.server.timing;
