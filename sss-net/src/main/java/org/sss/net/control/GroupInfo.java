package org.sss.net.control;

/**
 * What the catalog knows of a group.
 *
 * @param id            never used again; files are named by it, so that renaming a group touches no file
 * @param keyType       {@link org.sss.api.Codec#name()} of the keys
 * @param hashed        whether tuples are placed by the hash of their key (else a point read asks all subgroups)
 * @param tuples        number of tuples, once READY
 * @param dataBytes     bytes of keys and values, once READY
 * @param storedBytes   bytes of the blocks, once READY
 * @param createdMillis since 1970
 * @param createdBy     {@code import}, or workflow id and job
 */
public record GroupInfo(long id, String name, String keyType, String valueType, boolean hashed, State state, long tuples,
        long dataBytes, long storedBytes, long createdMillis, String createdBy) {
    /** WRITING groups are invisible to readers and are dropped when their writer fails. */
    public enum State { WRITING, READY }
}
