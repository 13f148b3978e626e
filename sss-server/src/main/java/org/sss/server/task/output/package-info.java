/**
 * From {@code emit} to sorted runs.
 *
 * <pre>
 *   SortEmitter          -> GroupTable (keys with many values) | SortBuffer --\
 *   LongCombineEmitter   -> LongCombineTable ---------------------------------+-> RunOutput of org.sss.server.shuffle
 *   ValueCombineEmitter  -> ValueCombineTable --------------------------------/
 * </pre>
 *
 * The launcher keeps {@code emit} and {@code put} of some of these classes from being inlined, by name: see
 * {@code org.sss.server.node.JavaOptions}.
 */
package org.sss.server.task.output;
