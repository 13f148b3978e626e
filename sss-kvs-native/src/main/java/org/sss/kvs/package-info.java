/**
 * Tokyo Cabinet B+tree files, through JNI. This is the only package that knows the library and its file format.
 *
 * <pre>
 *   KvsSequences.create ── add, flush ──▶ finish    segments: written without the library, and read by position without it
 *                                           │
 *   KvsWriter.create ── put ──▶ close ──────┴─────▶ KvsReader.open ── cursor ──▶ KvsCursor    read by the library
 *
 *   KvsTree    a file that the library reads and changes, for layout tuples
 * </pre>
 *
 * <p>Records travel in direct buffers, many in one call: {@code [u32 keyLen][u32 valueLen][key][value]}, big-endian, one after
 * another. Keys are ordered as unsigned bytes, a shorter key before a longer one that starts with it.
 *
 * <p>The library reads the sizes in a file without checking them and ends the process on damage that it did not expect. So
 * what must survive damage is not read by it.
 */
package org.sss.kvs;
