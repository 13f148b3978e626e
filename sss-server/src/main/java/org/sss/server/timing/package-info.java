/**
 * Work that is done again and again while something goes on, by one timer for all of it; and what such a timer looks at to see
 * whether it goes on.
 */
package org.sss.server.timing;
