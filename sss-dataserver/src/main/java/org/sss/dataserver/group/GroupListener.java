package org.sss.dataserver.group;

import java.util.List;
import org.sss.net.control.AttemptId;

/** Hears what becomes of groups on this node, from any thread; may wait for the disk. */
public interface GroupListener {
    /**
     * The runs of {@code attempts} were made visible; may be called again for the same group.
     *
     * @throws org.sss.api.SssException fails the commit
     */
    void committed(long group, List<AttemptId> attempts);

    /** The group was dropped, committed or not; also called for groups of which nothing was here, and more than once. */
    void dropped(long group);

    /** Hears nothing. */
    GroupListener NONE = new GroupListener() {
        @Override
        public void committed(long group, List<AttemptId> attempts) {
            // nobody waits for it
        }

        @Override
        public void dropped(long group) {
            // nobody waits for it
        }
    };
}
