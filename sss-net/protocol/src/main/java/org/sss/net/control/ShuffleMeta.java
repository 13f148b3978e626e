package org.sss.net.control;

/**
 * The header of a message with the sizes of blocks, from node to node.
 *
 * @param node   the sender
 * @param number of the message, among those from this sender to this receiver; the method defines it
 */
public record ShuffleMeta(ShuffleKey key, int node, int number) {}
