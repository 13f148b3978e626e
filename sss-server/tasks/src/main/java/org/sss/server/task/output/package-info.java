/**
 * From {@code emit} to sorted runs.
 *
 * <pre>
 *   SortEmitter          -> GroupTable (keys with many values) | SortBuffer --\
 *   LongCombineEmitter   -> LongCombineTable ---------------------------------+-> RunOutput
 *   ValueCombineEmitter  -> ValueCombineTable --------------------------------/
 *
 *   Placement (hash or range of the key, partitioner) chooses the subgroup; RunOutput packs sorted tuples into blocks, numbers the runs
 *   of each subgroup (KeySample reads some of them: which keys take the most bytes) -> RunSink: a ShuffleOutput, which moves the blocks
 * </pre>
 *
 * The launcher prevents inlining of {@code emit} and {@code put} of some of these classes, by name: see
 * {@code org.sss.server.node.JavaOptions}.
 */
package org.sss.server.task.output;
