/**
 * Who may connect: tokens, and the handshake that proves one without sending it.
 *
 * <pre>
 *   client                                                       listener
 *   TokenFile -> Token --AuthTransport: connect, handshake-->  AuthService --> Service (verbs, by role)
 *                                                                  |
 *                                                              TokenTable of TokenEntry (no secrets)
 *
 *   OPEN auth  {@link org.sss.net.auth.Handshake.Hello}     ----&gt;
 *              {@link org.sss.net.auth.Handshake.Challenge} &lt;----
 *   DATA, END  {@link org.sss.net.auth.Handshake.Proof}     ----&gt;
 *              {@link org.sss.net.auth.Handshake.Welcome}   &lt;---- END
 * </pre>
 *
 * The proof follows SCRAM (RFC 5802) without the stretching of passwords, since secrets are random: neither a program
 * that occupies the port of a stopped node, nor a copy of the table alone, is enough to connect as the owner of a
 * token. Both together are, without TLS: the proof of a client that connects to such a program contains the client's
 * key.
 */
package org.sss.net.auth;
