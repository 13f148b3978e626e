/**
 * Tokyo Cabinet's B+tree files through JNI.
 *
 * <pre>
 *   KvsWriter.create ── put ──▶ close
 *   KvsTree    a file whose records come and go, for layout tuples
 *
 *   all of them: KvsFile (an open file) -> KvsNative (JNI) -> libsss-kvs.so, loaded by KvsLibrary;  KvsError, KvsException
 * </pre>
 *
 * <p>Records travel in direct buffers, many in one call: {@code [u32 keyLen][u32 valueLen][key][value]}, big-endian,
 * one after another. Keys are ordered as unsigned bytes, a shorter key before a longer one that starts with it.
 *
 * <p>The library reads the sizes in a file without checking them and ends the process on damage that it did not expect.
 * So what must survive damage is not read by it: see {@code org.sss.kvs.format}.
 */
package org.sss.kvs.library;
