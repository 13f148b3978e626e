/**
 * Libraries that SSS shares with the program that it is part of.
 *
 * <pre>
 *   SssClient.connect, LocalCluster.start -> Libraries.check -> Library: is its version on the class path one that SSS works with?
 * </pre>
 */
package org.sss.net.library;
