/**
 * Jobs as bytes, for the client and its tests.
 *
 * <pre>
 *   Job with its functions -> JobBytes -> Java serialization -> blob; what cannot be serialized is found by CapturePath
 * </pre>
 */
package org.sss.api.code;
