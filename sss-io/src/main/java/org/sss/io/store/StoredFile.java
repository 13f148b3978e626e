package org.sss.io.store;

/**
 * A file of a store, as it was when it was listed. Immutable.
 *
 * @param path    absolute, with the scheme of its store unless it is local
 * @param bytes   its size
 * @param version changes with the content, such as the entity tag of an object; empty if the store has none
 */
public record StoredFile(String path, long bytes, String version) {}
