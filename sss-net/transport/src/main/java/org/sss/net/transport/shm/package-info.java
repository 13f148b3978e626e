/**
 * Rings in memory that two processes of one user and machine share: a file in {@code /dev/shm} that both map.
 *
 * <pre>
 *   opener                                                     acceptor
 *   creates sss-ring-RANDOM, mode 0600, fills it, maps it
 *     ── name and nonce, over the authenticated connection ──▶ checks owner, mode, size and nonce, maps it
 *   ◀── accepted ────────────────────────────────────────────
 *   deletes the name: the memory lives as long as a process maps it
 * </pre>
 */
package org.sss.net.transport.shm;
