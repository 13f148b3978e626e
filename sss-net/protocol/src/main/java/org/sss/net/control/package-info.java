/** Messages between clients, SSS Servers and data servers: records that travel as JSON. */
package org.sss.net.control;
