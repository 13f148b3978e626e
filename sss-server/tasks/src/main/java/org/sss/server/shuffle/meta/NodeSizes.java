package org.sss.server.shuffle.meta;

import java.util.List;

/**
 * What one node says before blocks move.
 *
 * @param freeBytes of memory for tuples that the node could still store; 0 if the method does not ask
 * @param blocks    what it sends, in the order of {@link MetaBlock#ORDER}
 */
public record NodeSizes(long freeBytes, List<MetaBlock> blocks) {}
