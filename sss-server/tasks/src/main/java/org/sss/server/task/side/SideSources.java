package org.sss.server.task.side;

import org.sss.net.control.TaskSpec;

/** Opens the side groups of tasks. Thread-safe. */
@FunctionalInterface
public interface SideSources {
    /** @param name of the group, for messages */
    SideSource open(TaskSpec spec, TaskSpec.SideGroup group, String name);
}
