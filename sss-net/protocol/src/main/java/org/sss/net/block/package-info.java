/**
 * Blocks: packing, reading and merging sorted tuples.
 *
 * <pre>
 *   sorted tuples --RunWriter--> blocks ~~ wire, file ~~> BlockSource --BlockReader--> RunCursor --+
 *                                                         BlockSource --BlockReader--> RunCursor --+--RunMerge--> key, values
 *                                                                                                  +--TupleMerge--> tuples
 *                                                                                                  +--BlockMerge--> blocks
 * </pre>
 */
package org.sss.net.block;
