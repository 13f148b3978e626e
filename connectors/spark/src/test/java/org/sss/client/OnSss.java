package org.sss.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.Job;
import org.sss.api.Workflow;
import org.sss.api.engine.JobBytes;
import org.sss.client.code.BlobUpload;
import org.sss.client.code.CodeBundle;
import org.sss.client.code.JobSpecs;
import org.sss.client.link.ClusterLink;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowStatus;

/** Runs a workflow on a cluster in this process, as clients do where {@link Submission} is the real one. Stateless. */
final class OnSss {
    private static final long LOOK_MILLIS = 20;

    private OnSss() {}

    static void run(ClusterLink link, Workflow workflow) throws IOException, InterruptedException {
        workflow.check();
        List<JobSpec> jobs = new ArrayList<>();
        for (Job job : workflow.jobs()) {
            byte[] bytes = JobBytes.write(job);
            String id = CodeBundle.idOf(bytes);
            BlobUpload.send(link, id, new ByteArrayInputStream(bytes));
            jobs.add(JobSpecs.of(job, id));
        }
        WorkflowStatus status = link.ask(
                ServerVerbs.WORKFLOW_SUBMIT, JobSpecs.workflow(workflow, jobs, List.of(), 0), WorkflowStatus.class);
        while (!status.state().isOver()) {
            Thread.sleep(LOOK_MILLIS);
            status = link.ask(ServerVerbs.WORKFLOW_GET, new Name(status.id()), WorkflowStatus.class);
        }
        if (status.error() != null) {
            throw status.error().toException();
        }
    }
}
