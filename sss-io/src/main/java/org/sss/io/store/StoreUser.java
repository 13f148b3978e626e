package org.sss.io.store;

import org.sss.api.SssException;

/** A source of files, which a node checks before any code of the task runs. */
public interface StoreUser extends ConnectorUser {
    /** @throws SssException NOT_FOUND if a connector that it needs is not installed there */
    void check(FileStores stores);
}
