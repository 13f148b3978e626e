/**
 * HTTP without any meaning: what handlers get and give.
 *
 * <pre>
 *   bytes --Netty--> checks (host, session, limits) --Request--> Handler --Response--> bytes
 * </pre>
 */
package org.sss.http.server;
