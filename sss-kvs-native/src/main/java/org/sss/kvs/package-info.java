/**
 * Tokyo Cabinet B+tree files, through JNI. This is the only package that knows the library.
 *
 * <pre>
 *   KvsWriter.create ── putAll ──▶ close ──▶ KvsSeal.write ──▶ (rename by the data server)
 *                                                                   │
 *   KvsCursor ◀── cursor ── KvsReader.open ◀── KvsSeal.verify ◀─────┘  once per process and file
 * </pre>
 *
 * <p>Records travel in direct buffers, many in one call: {@code [u32 keyLen][u32 valueLen][key][value]}, big-endian, one after
 * another. Keys are ordered as unsigned bytes, a shorter key before a longer one that starts with it.
 *
 * <p>The library reads the sizes in a file without checking them and ends the process on damage that it did not expect. A file
 * therefore carries a checksum of all its bytes ({@link org.sss.kvs.KvsSeal}) and is verified before it is opened.
 */
package org.sss.kvs;
