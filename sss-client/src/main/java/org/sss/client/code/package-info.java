/**
 * Collects the code of jobs and sends it to the nodes.
 *
 * <pre>
 *   functions -> CodeSources -> ClassOrigin -> CodePart (jar, directory, nested jar, classes) -> CodeBundle (SHA-256, DirectoryJar)
 *                     |                            ^                                              -> BlobUpload -> coordinator
 *                     +-> LoadedClasses -----------+ (ClassReferences)
 *   workflow, jobs -> JobSpecs -> messages
 * </pre>
 */
package org.sss.client.code;
