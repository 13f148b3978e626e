package org.sss.parquet;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The row that is being read: its key, its value, and why it cannot be used, if so. For one thread. */
final class Row {
    private Object key;
    private Object value;
    private String problem;

    void restart() {
        key = null;
        value = null;
        problem = null;
    }

    /** Reports why the row cannot be used; the first problem counts. */
    void problem(String what) {
        if (problem == null) {
            problem = what;
        }
    }

    void set(Object newKey, Object newValue) {
        key = newKey;
        value = newValue;
    }

    /** Returns null for rows whose key is their number. */
    Object key() {
        return key;
    }

    Object value() {
        return value;
    }

    boolean isBad() {
        return problem != null;
    }

    /** Returns what {@link #problem} has reported. */
    SssException error() {
        return new SssException(ErrorCode.INVALID_ARGUMENT, problem);
    }
}
