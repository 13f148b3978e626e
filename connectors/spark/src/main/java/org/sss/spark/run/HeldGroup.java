package org.sss.spark.run;

import org.sss.net.control.GroupInfo;
import org.sss.spark.store.StoredGroup;

/** A group that jobs of a workflow read. Immutable. */
sealed interface HeldGroup permits HeldGroup.Stored, HeldGroup.Moved {
    GroupInfo info();

    /** In files. */
    record Stored(GroupInfo info, StoredGroup files) implements HeldGroup {}

    /**
     * In the shuffle of Spark.
     *
     * @param chunks of all outputs of the job that wrote it
     * @param output its number among these
     */
    record Moved(GroupInfo info, MovedChunks chunks, int output) implements HeldGroup {}
}
