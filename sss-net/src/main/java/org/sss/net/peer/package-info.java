/**
 * What keeps one peer from using up what all peers share: memory, threads, streams, and the log.
 *
 * <pre>
 *   Peer (one connection) ---take / free---> PeerLimit   a shared number, of which each connection and each address has a share
 *   whatever a peer causes ---warn, info---> LimitedLog  the first lines of a minute, then one that counts the rest
 * </pre>
 */
package org.sss.net.peer;
