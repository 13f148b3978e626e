/**
 * What an HTTP listener needs of its node. The listener itself is in the module sss-http, which nodes find by
 * {@link java.util.ServiceLoader}, so that a program with nodes inside does not carry it.
 *
 * <pre>
 *   Node --HttpNode--> HttpModule (sss-http): /metrics, /healthz, /readyz; on node 0 the page and its API
 * </pre>
 */
package org.sss.server.node.http;
