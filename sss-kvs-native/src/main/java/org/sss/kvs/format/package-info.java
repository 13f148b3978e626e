/**
 * The file format of Tokyo Cabinet's B+tree, written and read here, without the library.
 *
 * <pre>
 *   BdbFileWriter.create ── add, flush ──▶ finish     BdbLeaf, BdbNodes, BdbPageTable: pages, in one pass
 *        BdbTemplate: the header of an empty file, which the library makes once for each process
 *   BdbHeader, BdbRecords: where the records of a closed file are
 * </pre>
 *
 * The library reads files that were written here.
 */
package org.sss.kvs.format;
