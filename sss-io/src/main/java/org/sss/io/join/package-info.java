/**
 * The join of two groups without a program.
 *
 * <pre>
 *   key, left value, right value ──RecordJoiner──> key, record(fields of left, fields of right)
 * </pre>
 */
package org.sss.io.join;
