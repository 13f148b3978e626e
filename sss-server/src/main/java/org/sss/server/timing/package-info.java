/**
 * Periodic work on a timer: many callbacks that share one timer, and work that continues after a failure.
 */
package org.sss.server.timing;
