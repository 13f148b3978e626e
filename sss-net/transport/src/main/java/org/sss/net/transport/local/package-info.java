/**
 * The transport inside one JVM: the two ends of a stream reference each other and pass buffers by reference.
 *
 * <pre>
 *   LocalStream A --event--> inbox of B --drained by the sender's thread, one at a time--> handler of B
 *   handler of A  &lt;--one at a time-- inbox of A &lt;--event-- LocalStream B
 * </pre>
 */
package org.sss.net.transport.local;
