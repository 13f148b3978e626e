/**
 * Collects the code of jobs and sends it to the nodes.
 *
 * <pre>
 *   functions -> CodeSources (jars, class directories) -> CodeBundle (SHA-256, DirectoryJar) -> BlobUpload -> coordinator
 * </pre>
 */
package org.sss.client.code;
