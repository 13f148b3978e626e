package org.sss.spark.run;

import java.io.Serializable;
import org.sss.net.rpc.Json;
import org.sss.spark.store.StoredGroup;

/** A group as tasks read it: in the store, or brought by Spark. Immutable; travels to the executors. */
final class InputGroup implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long id;
    /** As JSON; null if Spark brings it. */
    private final byte[] json;

    private transient volatile StoredGroup stored;

    InputGroup(long id, StoredGroup stored) {
        this.id = id;
        this.stored = stored;
        json = stored == null ? null : Json.write(stored);
    }

    long id() {
        return id;
    }

    /** Returns null if Spark brings it. */
    StoredGroup stored() {
        if (stored == null && json != null) {
            stored = Json.read(json, StoredGroup.class, "an input group");
        }
        return stored;
    }
}
