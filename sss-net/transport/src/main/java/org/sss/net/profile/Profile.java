package org.sss.net.profile;

import jdk.jfr.FlightRecorder;

/**
 * Starts events. Each method returns null if no recording has been started in this process; otherwise the caller sets
 * the fields of the event and calls {@code commit}. Thread-safe; each event is for one thread.
 */
public final class Profile {
    /** False in a Java runtime without the module. */
    private static final boolean IS_POSSIBLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private Profile() {}

    private static boolean isOn() {
        return IS_POSSIBLE && FlightRecorder.isInitialized();
    }

    public static TaskEvent task() {
        if (!isOn()) {
            return null;
        }
        TaskEvent event = new TaskEvent();
        event.begin();
        return event;
    }

    public static ShuffleStepEvent shuffleStep() {
        if (!isOn()) {
            return null;
        }
        ShuffleStepEvent event = new ShuffleStepEvent();
        event.begin();
        return event;
    }

    public static CommitEvent commit() {
        if (!isOn()) {
            return null;
        }
        CommitEvent event = new CommitEvent();
        event.begin();
        return event;
    }

    public static MergeEvent merge() {
        if (!isOn()) {
            return null;
        }
        MergeEvent event = new MergeEvent();
        event.begin();
        return event;
    }
}
