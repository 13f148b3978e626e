/**
 * The security of a node: its directory of keys and tokens, and what these make of its transport and its services.
 *
 * <pre>
 *   SecurityDirectory   realm, tokens, ca.crt, node.crt, node.key, node.token, admin.token
 *     ^                 made by the command line, or by the node itself if only this machine reaches the cluster
 *   FileTokens          at the coordinator: reads the table of tokens again when it changes
 *   FetchedTokens       at other nodes: asks the coordinator for the table
 *     ^
 *   NodeSecurity        transport with TLS or tokens; services that answer authenticated peers only
 * </pre>
 */
package org.sss.server.security;
