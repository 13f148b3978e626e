package org.sss.net.control;

/**
 * When a group was created, and by what.
 *
 * @param createdMillis since 1970
 * @param createdBy     {@code import}, or workflow id and job
 */
public record GroupOrigin(long createdMillis, String createdBy) {}
