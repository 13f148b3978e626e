/**
 * The layout of the original SSS: all tuples of all groups of a node in one Tokyo Cabinet file, one record each.
 *
 * <pre>
 *   blocks -> TuplesWriter -> TupleRecords -> TupleStore -> TupleFile (KvsTree, through JNI)
 *   TupleReader -> TupleBlocks -> blocks for readers
 * </pre>
 */
package org.sss.dataserver.tuples;
