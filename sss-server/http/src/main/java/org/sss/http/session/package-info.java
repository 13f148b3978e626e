/**
 * Callers: sessions of browsers, tokens of programs, and the clients that act for them.
 *
 * <pre>
 *   ticket --> session cookie --+
 *   token of a program ---------+--> Principal --> Clients: an SssClient with the rights of that principal
 * </pre>
 */
package org.sss.http.session;
