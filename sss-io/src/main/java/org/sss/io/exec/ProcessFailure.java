package org.sss.io.exec;

/**
 * The cause of the error of a process that has reported what it failed with: since it reads ahead, that is another key
 * than the one that its task sends to it. Immutable.
 */
public final class ProcessFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String place;

    /** @param key as text; null if the process does not fail with a key */
    public ProcessFailure(String key) {
        super(null, null, false, false);
        place = key == null ? "its process" : "key <" + key + ">";
    }

    /** Returns where it failed, for messages. */
    public String place() {
        return place;
    }
}
