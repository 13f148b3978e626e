/**
 * The commands {@code sss security}: they change the files of a security directory, which the nodes read.
 *
 * <pre>
 *   init, node   --> Certificates (Bouncy Castle) --> ca.crt, ca.key, node.crt, node.key
 *   token, revoke, list  --> SecurityDirectory    --> tokens
 * </pre>
 */
package org.sss.cli.security;
