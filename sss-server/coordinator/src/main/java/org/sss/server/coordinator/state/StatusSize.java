package org.sss.server.coordinator.state;

import java.util.Collection;
import java.util.List;
import org.sss.net.control.ErrorInfo;
import org.sss.net.control.JobReport;
import org.sss.net.control.OutputLoad;
import org.sss.net.control.Progress;
import org.sss.net.control.Remarks;
import org.sss.net.control.WorkflowStatus;

/** About how much memory, and how much of the journal, the status of a workflow takes. Stateless. */
final class StatusSize {
    private static final long STATUS_BYTES = 300;
    private static final long JOB_BYTES = 600;
    private static final long ELEMENT_BYTES = 40;
    private static final long THREAD_BYTES = 480;
    private static final long TASK_BYTES = 160;

    private StatusSize() {}

    /** Estimates it for each workflow that ends, so that it makes no objects. */
    static long bytes(WorkflowStatus status) {
        ErrorInfo error = status.error();
        long bytes = STATUS_BYTES
                + status.name().length()
                + (error == null ? 0 : length(error.message()) + length(error.trace()));
        for (WorkflowStatus.JobStatus job : status.jobs()) {
            bytes += JOB_BYTES
                    + job.name().length()
                    + names(job.inputs())
                    + names(job.outputs())
                    + bytes(job.progress())
                    + (job.report() == null ? 0 : bytes(job.report()));
        }
        return bytes;
    }

    private static long bytes(Progress progress) {
        long bytes = length(progress.at())
                + names(progress.counters().keySet())
                + names(progress.leftThreads().names());
        for (Progress.HeavyKey heavy : progress.heaviest()) {
            bytes += ELEMENT_BYTES + heavy.key().length();
        }
        OutputLoad load = progress.load();
        if (load != null) {
            bytes += ELEMENT_BYTES
                    * (load.subgroupBytes().size() + load.nodeBytes().size());
            for (OutputLoad.Key key : load.heaviest()) {
                bytes += ELEMENT_BYTES + key.key().length();
            }
        }
        Remarks remarks = progress.remarks();
        if (remarks != null) {
            bytes += names(remarks.warnings());
            for (Remarks.Printed printed : remarks.printed()) {
                bytes += ELEMENT_BYTES + printed.text().length();
            }
        }
        return bytes;
    }

    private static long bytes(JobReport report) {
        long threads = report.times() == null ? 0 : report.times().threads().size();
        long tasks = report.times() == null ? 0 : report.times().tasks().size();
        long nodes = report.shuffle() == null ? 0 : report.shuffle().nodes().size();
        return THREAD_BYTES * (threads + nodes) + TASK_BYTES * tasks + sizes(report.read()) + sizes(report.written());
    }

    private static long sizes(List<JobReport.Size> groups) {
        long bytes = 0;
        for (JobReport.Size group : groups) {
            bytes += 2 * ELEMENT_BYTES + group.group().length();
        }
        return bytes;
    }

    private static long names(Collection<String> names) {
        long bytes = 0;
        for (String name : names) {
            bytes += ELEMENT_BYTES + name.length();
        }
        return bytes;
    }

    private static int length(String text) {
        return text == null ? 0 : text.length();
    }
}
