package org.sss.dataserver.group;

import java.util.List;
import org.sss.net.control.AttemptId;

/** Is notified of changes of groups on this node, on any thread; may wait for the disk. */
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

    /** Ignores all events. */
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
