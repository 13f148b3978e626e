/**
 * What client and nodes call and programs do not: serialization of jobs, and the end of calls that would end a process.
 *
 * <pre>
 *   Job with its functions -> JobBytes -> Java serialization -> blob; CapturePath finds what cannot be serialized
 *   code of a job that calls System.exit, rewritten by a node -> TaskExit -> the job fails
 * </pre>
 */
package org.sss.api.engine;
