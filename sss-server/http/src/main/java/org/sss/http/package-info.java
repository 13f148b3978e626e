/**
 * The HTTP listener of a node: metrics and health on each node; on node 0 also the page and its API.
 *
 * <pre>
 *   browser, curl, Prometheus --> org.sss.http.server --> api (SssClient as the caller) | metrics | files of the page
 * </pre>
 */
package org.sss.http;
