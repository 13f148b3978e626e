/**
 * Serialization of jobs, for the client and its tests.
 *
 * <pre>
 *   Job with its functions -> JobBytes -> Java serialization -> blob; CapturePath finds what cannot be serialized
 * </pre>
 */
package org.sss.api.code;
