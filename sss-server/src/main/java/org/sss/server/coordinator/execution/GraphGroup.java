package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.List;
import org.sss.net.control.GroupInfo;

/** A group that a graph of steps reads or writes. Belongs to the graph's thread. */
final class GraphGroup {
    final String name;
    /** Null for a group from outside of the graph, which belongs to somebody else. */
    final JobNode producer;
    final boolean temporary;
    final List<JobNode> readers = new ArrayList<>();
    /** Null while it is not written, and after its release. */
    GroupInfo group;

    GraphGroup(String name, JobNode producer, boolean temporary) {
        this.name = name;
        this.producer = producer;
        this.temporary = temporary;
    }

    /** Whether nobody in the graph will read it any more. */
    boolean isRead() {
        return readers.stream().allMatch(reader -> reader.state == JobNode.State.DONE);
    }
}
