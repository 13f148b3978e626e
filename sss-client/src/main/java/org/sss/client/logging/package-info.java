/**
 * Default logging of programs that use the client with Logback and have no configuration.
 *
 * <pre>
 *   Logback, at its start --ServiceLoader--> QuietByDefault -> levels of io.netty and org.sss
 * </pre>
 */
package org.sss.client.logging;
