/**
 * Logging of programs that use the client with Logback and configure nothing.
 *
 * <pre>
 *   Logback, at its start --ServiceLoader--> QuietByDefault -> levels of io.netty and org.sss
 * </pre>
 */
package org.sss.client.logging;
