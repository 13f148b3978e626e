package org.sss.server.node.http;

import java.util.Locale;
import org.sss.net.control.ServerVerbs.RepairStatus;
import org.sss.server.coordinator.CoordinatorFigures;
import org.sss.server.coordinator.execution.job.RunTimes;

/** The figures of the cluster, on node 0. Stateless. */
final class ClusterFigures {
    private ClusterFigures() {}

    static void write(CoordinatorFigures now, FigureSink to) {
        writeNodes(now, to);
        writeWork(now.times(), to);
        to.gauge("sss_workflows_running", "Workflows that run", now.active().running());
        to.gauge(
                "sss_workflows_waiting",
                "Workflows that wait, as too many run",
                now.active().waiting());
        writeGroups(now, to);
        to.gauge("sss_journal_bytes", "Size of the journal of the coordinator", now.journalBytes());
        if (now.repair() != null) {
            writeRepair(now.repair(), to);
        }
    }

    private static void writeNodes(CoordinatorFigures now, FigureSink to) {
        String help = "Nodes by state: lost ones were removed for good";
        to.gauge("sss_nodes", help, now.nodes().up(), "state", "up");
        to.gauge("sss_nodes", help, now.nodes().down(), "state", "down");
        to.gauge("sss_nodes", help, now.nodes().lost(), "state", "lost");
    }

    private static void writeWork(RunTimes times, FigureSink to) {
        times.workflows()
                .forEach((state, count) -> to.counter(
                        "sss_workflows_ended_total",
                        "Workflows that have ended, by their last state",
                        count,
                        "state",
                        state.name().toLowerCase(Locale.ROOT)));
        String jobs = "Time of jobs, of each iteration in loops";
        to.histogram("sss_job_duration_seconds", jobs, times.succeededJobs().values(), "result", "succeeded");
        to.histogram("sss_job_duration_seconds", jobs, times.failedJobs().values(), "result", "failed");
        to.histogram(
                "sss_commit_duration_seconds",
                "Time from the last step of a job to its visible output",
                times.commits().values());
    }

    private static void writeGroups(CoordinatorFigures now, FigureSink to) {
        to.gauge("sss_groups", "Groups that have names", now.stored().groups());
        to.gauge(
                "sss_groups_tuples",
                "Tuples of the groups that have names",
                now.stored().tuples());
        to.gauge(
                "sss_groups_bytes",
                "Blocks of the groups that have names, without copies",
                now.stored().bytes());
        to.gauge(
                "sss_groups_incomplete",
                "Groups of which no node has some part, as last compared",
                now.stored().incomplete());
        to.gauge("sss_groups_orphaned", "Groups on nodes that the journal does not know", now.orphans());
    }

    private static void writeRepair(RepairStatus repair, FigureSink to) {
        to.gauge("sss_groups_copies_missing", "Groups with fewer whole copies than they shall have", repair.fewer());
        to.gauge(
                "sss_groups_copies_hopeless",
                "Groups of which no node has a whole copy",
                repair.hopeless().groups());
        to.gauge(
                "sss_repair_left_bytes",
                "Bytes that are still to be copied, about",
                repair.copied().leftBytes());
        to.gauge(
                "sss_repair_copied_bytes",
                "Bytes that were copied since copies were missing",
                repair.copied().bytes());
    }
}
