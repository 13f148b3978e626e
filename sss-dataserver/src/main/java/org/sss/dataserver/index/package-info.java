/**
 * The index of a run: which keys and offsets its blocks have.
 *
 * <pre>
 *   IndexWriter -> IndexPage (leaf pages of blocks, then pages of pages) -> BlockIndex
 *   BlockFilter: whether a block may have a key;  SubBlockIndex: where in a block
 *   IndexMemory caches what was read, within a limit; AdmissionFilter: only what is read again
 * </pre>
 */
package org.sss.dataserver.index;
