/**
 * What is in a file, by its first bytes: text, compressed text, or a format without lines.
 *
 * <pre>
 *   first 512 bytes ──FileMagic──> FileKind ──decompressed──> content ──FileMagic──> text, or an error that names the format
 *                        └──> an error that names the format
 * </pre>
 */
package org.sss.io.content;
