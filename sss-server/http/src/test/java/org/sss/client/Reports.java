package org.sss.client;

import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowStatus;

/** Makes what a client returns of messages that no cluster has sent. Stateless. */
public final class Reports {
    private Reports() {}

    public static WorkflowReport of(WorkflowStatus status) {
        return new WorkflowReport(status);
    }

    public static Group of(GroupInfo group) {
        return new Group(group);
    }
}
