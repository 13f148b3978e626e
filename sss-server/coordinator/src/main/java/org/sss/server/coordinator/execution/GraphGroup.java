package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.List;
import org.sss.net.control.GroupInfo;

/** A group that a graph of steps reads or writes. Used only by the graph's thread. */
final class GraphGroup {
    final String name;
    /** Null for a group from outside the graph, which the graph does not own. */
    final JobNode producer;

    final boolean temporary;
    final List<JobNode> readers = new ArrayList<>();
    /** Null until it is written, and after its release. */
    GroupInfo group;

    GraphGroup(String name, JobNode producer, boolean temporary) {
        this.name = name;
        this.producer = producer;
        this.temporary = temporary;
    }

    /** True if no step of the graph will read it any more. */
    boolean isRead() {
        return readers.stream().allMatch(reader -> reader.state == JobNode.State.DONE);
    }
}
