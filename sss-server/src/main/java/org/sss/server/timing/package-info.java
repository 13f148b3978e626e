/** Work that is done again and again while something goes on, by one timer for all of it. */
package org.sss.server.timing;
