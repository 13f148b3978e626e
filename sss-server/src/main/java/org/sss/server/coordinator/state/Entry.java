package org.sss.server.coordinator.state;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowStatus;

/** One change, as one line of the journal. Doing an entry twice is the same as doing it once. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "entry")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "cluster", value = Entry.Cluster.class),
    @JsonSubTypes.Type(name = "groupNumbers", value = Entry.GroupNumbers.class),
    @JsonSubTypes.Type(name = "workflowNumbers", value = Entry.WorkflowNumbers.class),
    @JsonSubTypes.Type(name = "publish", value = Entry.Publish.class),
    @JsonSubTypes.Type(name = "drop", value = Entry.Drop.class),
    @JsonSubTypes.Type(name = "rename", value = Entry.Rename.class),
    @JsonSubTypes.Type(name = "submitted", value = Entry.Submitted.class),
    @JsonSubTypes.Type(name = "ended", value = Entry.Ended.class)
})
public sealed interface Entry {
    /** Made once, at the first start. */
    record Cluster(String clusterId, int nodeCount, int subgroupCount) implements Entry {
    }

    /** Ids below this may have been given away; raised in steps, so that not each one costs an entry. */
    record GroupNumbers(long below) implements Entry {
    }

    /** The same for the numbers of workflows. */
    record WorkflowNumbers(long below) implements Entry {
    }

    /** A group became READY under its name; whatever had the name before is gone. */
    record Publish(GroupInfo group) implements Entry {
    }

    record Drop(long group) implements Entry {
    }

    /** A group got another name; whatever had that name before is gone. */
    record Rename(long group, String name) implements Entry {
    }

    record Submitted(WorkflowStatus status) implements Entry {
    }

    record Ended(WorkflowStatus status) implements Entry {
    }
}
