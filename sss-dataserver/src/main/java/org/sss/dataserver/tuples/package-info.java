/**
 * The layout of the original SSS: all tuples of all groups of a node in one Tokyo Cabinet file, one record each.
 *
 * <pre>
 *   blocks -> TuplesWriter -> TupleRecords -> TupleStore -> TupleFile (KvsTree, through JNI)
 *   TupleReader -> TupleBlocks -> blocks for readers;  TupleSalvage: what is intact after a failed read or write
 * </pre>
 */
package org.sss.dataserver.tuples;
