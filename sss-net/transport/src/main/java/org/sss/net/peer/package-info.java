/**
 * Limits that prevent one peer from exhausting shared resources: memory, threads, streams, and the log.
 *
 * <pre>
 *   Peer (one connection) ---take / free---> PeerLimit   a shared resource; each connection and address has a share
 *   log lines of a peer    ---warn, info---> LimitedLog  the first lines of a minute about each peer, then one that counts the rest
 * </pre>
 */
package org.sss.net.peer;
