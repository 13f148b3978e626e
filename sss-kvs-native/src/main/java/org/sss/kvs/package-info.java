/**
 * Tokyo Cabinet B+tree files, through JNI. This is the only package that knows the library and its file format.
 *
 * <pre>
 *   KvsWriter.create ── putAll ──▶ close ──▶ KvsRecords.walk   place of each value: read by position, without the library
 *                                    │
 *                                    └─────▶ KvsReader.open ── cursor ──▶ KvsCursor    read by the library
 * </pre>
 *
 * <p>Records travel in direct buffers, many in one call: {@code [u32 keyLen][u32 valueLen][key][value]}, big-endian, one after
 * another. Keys are ordered as unsigned bytes, a shorter key before a longer one that starts with it.
 *
 * <p>The library reads the sizes in a file without checking them and ends the process on damage that it did not expect. So
 * what must survive damage is not read by it.
 */
package org.sss.kvs;
