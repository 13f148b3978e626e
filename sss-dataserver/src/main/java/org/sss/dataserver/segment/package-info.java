/**
 * The segment file: format, writing, reading.
 *
 * <pre>
 *   SegmentWriter --BdbFileWriter--> leaves of blocks --SegmentSeal--> indexes, head, trailer (SegmentFormat)
 *        ExternalBlockSorter: block index larger than memory
 *   FileSegment --SegmentCache--> OpenSegment, SegmentIndex, pages of the index (IndexMemory) --> FileRun
 *        FileRun reads blocks by their offsets, many per system call (ReadCoalescer); without the library
 * </pre>
 */
package org.sss.dataserver.segment;
