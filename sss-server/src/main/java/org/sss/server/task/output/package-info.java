/**
 * From {@code emit} to sorted runs.
 *
 * <pre>
 *   SortEmitter          -> GroupTable (keys with many values) | SortBuffer --\
 *   LongCombineEmitter   -> LongCombineTable ---------------------------------+-> RunOutput of org.sss.server.shuffle
 *   ValueCombineEmitter  -> ValueCombineTable --------------------------------/
 * </pre>
 *
 * The launcher prevents inlining of {@code emit} and {@code put} of some of these classes, by name: see
 * {@code org.sss.server.node.JavaOptions}.
 */
package org.sss.server.task.output;
