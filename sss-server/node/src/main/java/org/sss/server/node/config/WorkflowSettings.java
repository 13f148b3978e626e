package org.sss.server.node.config;

import org.sss.server.coordinator.execution.job.RetryPolicy;

/**
 * How the coordinator runs workflows. Immutable.
 *
 * @param running workflows at once
 * @param retry   of tasks that failed for other reasons than user code or data
 */
public record WorkflowSettings(int running, RetryPolicy retry) {
    static WorkflowSettings of(SettingValues values) {
        return new WorkflowSettings(
                values.get(Settings.WORKFLOWS_RUNNING),
                new RetryPolicy(
                        values.get(Settings.TASK_ATTEMPTS),
                        values.get(Settings.TASK_NODE_PATIENCE),
                        values.get(Settings.LOOP_CHECKPOINT)));
    }
}
