package org.sss.net.control;

/**
 * Asks a node for the blocks of a shuffle that are for another node.
 *
 * @param node that asks
 */
public record ShufflePull(ShuffleKey key, int node) {}
