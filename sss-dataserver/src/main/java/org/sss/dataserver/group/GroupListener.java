package org.sss.dataserver.group;

import java.util.List;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupKey;
import org.sss.net.peer.Principal;

/** Is notified of changes of groups on this node, and permits them, on any thread; may wait for the disk. */
public interface GroupListener {
    /**
     * The runs of {@code attempts} were made visible; may be called again for the same group.
     *
     * @throws org.sss.api.SssException fails the commit
     */
    void committed(long group, List<AttemptId> attempts);

    /**
     * The group was dropped, committed or not; also called for groups that this node did not store, and more than once.
     */
    void dropped(long group);

    /**
     * Permits a coordinator to change groups.
     *
     * @param epoch of the coordinator, see {@link org.sss.net.control.ClusterMap}
     * @throws org.sss.api.SssException if there is a newer one
     */
    default void checkCoordinator(long epoch) {
        // There is one.
    }

    /**
     * Permits a reader that is restricted to some groups to read this one; may wait for another node.
     *
     * @throws org.sss.api.SssException if its name is not one of the reader's
     */
    default void checkReader(Principal reader, GroupKey group) {
        // All may read it.
    }

    /** Ignores all events, and permits everything. */
    GroupListener NONE = new GroupListener() {
        @Override
        public void committed(long group, List<AttemptId> attempts) {
            // ignored
        }

        @Override
        public void dropped(long group) {
            // ignored
        }
    };
}
