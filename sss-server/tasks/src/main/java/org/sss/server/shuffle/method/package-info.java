/**
 * What shuffle methods are made of, and the one without steps.
 *
 * <pre>
 *   ShuffleMethod.open(ShuffleSpec, what the node gives: ShuffleContext) -> NodeShuffle -> ShuffleOutput, one for each task and group
 *
 *   DirectShuffle  PutSession -> the owner's data server, while tasks run
 * </pre>
 */
package org.sss.server.shuffle.method;
