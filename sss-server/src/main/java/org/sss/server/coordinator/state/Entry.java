package org.sss.server.coordinator.state;

import java.util.Map;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowStatus;

/** One change, as one line of the journal. Doing an entry twice is the same as doing it once. */
public sealed interface Entry {
    /** The kinds by their names in the journal. */
    Map<String, Class<? extends Entry>> KINDS = Map.of("cluster", Cluster.class, "groupNumbers", GroupNumbers.class,
            "workflowNumbers", WorkflowNumbers.class, "publish", Publish.class, "drop", Drop.class, "rename", Rename.class,
            "submitted", Submitted.class, "ended", Ended.class);

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

    /** Its name in the journal. */
    static String kind(Entry entry) {
        String simple = entry.getClass().getSimpleName();
        return Character.toLowerCase(simple.charAt(0)) + simple.substring(1);
    }
}
