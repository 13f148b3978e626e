package org.sss.io.store;

/**
 * Makes the store of a scheme; found by {@link java.util.ServiceLoader}. Has a constructor without arguments.
 * Stateless.
 */
public interface StoreProvider {
    /** Returns what stands before {@code ://}, such as {@code s3}; also the name of the connector. */
    String scheme();

    /**
     * Returns the store, called once for each process or node that uses it.
     *
     * @throws org.sss.api.SssException if settings or secrets are missing or wrong; the next use tries again
     */
    FileStore create(StoreSettings settings);
}
