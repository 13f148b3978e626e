/**
 * The code of jobs on its way to the nodes.
 *
 * <pre>
 *   functions -> CodeSources (jars, class directories) -> CodeBundle (SHA-256, DirectoryJar) -> BlobUpload -> coordinator
 * </pre>
 */
package org.sss.client.code;
