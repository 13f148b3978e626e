/**
 * The security of a node: its directory of keys and tokens, and what these make of its transport and its services.
 *
 * <pre>
 *   SecurityDirectory   realm, tokens, ca.crt, node.crt, node.key, node.token, admin.token
 *     ^                 made by the command line, or by the node itself if only this machine reaches the cluster
 *   TokensInFile        at the coordinator, or without TLS: reads the table of tokens again when it changes
 *   FetchedTokens       at other nodes with TLS: asks the coordinator for the table
 *     ^
 *   PolledTokens        asks either of them every two seconds, and for a token that it does not know
 *     ^
 *   NodeSecurity        transport with TLS or tokens; services that answer authenticated peers only
 * </pre>
 */
package org.sss.server.security;
