package org.sss.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.JobOptions;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.client.code.BlobUpload;
import org.sss.client.code.CodeBundle;
import org.sss.client.code.CodeIds;
import org.sss.client.code.CodeSources;
import org.sss.client.code.JobSpecs;
import org.sss.client.link.ClusterLink;
import org.sss.net.control.NestingLevel;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.BlobIds;
import org.sss.net.control.SpecSize;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowStatus;

/**
 * Submits workflows: serialized jobs and jars are blobs, which are only sent if the coordinator does not have them.
 * Caches which blobs it had recently. Thread-safe.
 */
final class Submission {
    private static final int MAX_KNOWN = 1000;

    private final ClusterLink link;
    private final boolean sharedClasses;
    /** Task depth of the code that created the client, as its own threads that use the client have no depth. */
    private final int depth = NestingLevel.ofCaller();

    private final JobWarnings warnings = new JobWarnings();
    private final CodeIds codeIds = new CodeIds(Clock.systemUTC());
    /** Ids of blobs that the coordinator had recently. Guarded by itself. */
    private final Map<String, Boolean> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    Submission(ClusterLink link, boolean sharedClasses) {
        this.link = link;
        this.sharedClasses = sharedClasses;
    }

    WorkflowStatus submit(Workflow workflow) {
        workflow.check();
        Map<String, byte[]> functions = new LinkedHashMap<>();
        List<JobSpec> jobs = new ArrayList<>();
        CodeSources sources = CodeBundle.sources(sharedClasses);
        for (Job job : workflow.jobs()) {
            byte[] bytes = sources.write(job);
            warnings.ofStatics(workflow.name(), job.name(), sources.statics());
            warnings.ofPartitioners(workflow.name(), (JobOptions<?, ?, ?>) job);
            String id = CodeBundle.idOf(bytes);
            functions.put(id, bytes);
            jobs.add(JobSpecs.of(job, id));
        }
        checkConnectors(NeededConnectors.of(workflow));
        try (CodeBundle code = CodeBundle.of(workflow, sources, codeIds)) {
            WorkflowSpec spec = JobSpecs.workflow(workflow, jobs, code.ids(), Math.max(depth, NestingLevel.ofCaller()));
            SpecSize.check(spec);
            return submit(spec, functions, code);
        }
    }

    private void checkConnectors(NeededConnectors needed) {
        if (!needed.isEmpty()) {
            needed.check(ClusterStatus.of(
                    link.ask(ServerVerbs.CLUSTER_STATUS, new ServerVerbs.Nothing(), ServerVerbs.ClusterStatus.class)));
        }
    }

    private WorkflowStatus submit(WorkflowSpec spec, Map<String, byte[]> functions, CodeBundle code) {
        Set<String> wanted = new HashSet<>(functions.keySet());
        wanted.addAll(code.ids());
        if (areKnown(wanted)) {
            try {
                return start(spec);
            } catch (SssException e) {
                if (e.code() != ErrorCode.NOT_FOUND) {
                    throw e;
                }
                // The coordinator may have deleted a blob since; nothing was started.
            }
        }
        sendMissing(wanted, functions, code);
        addKnown(wanted);
        return start(spec);
    }

    private WorkflowStatus start(WorkflowSpec spec) {
        // Connects first: if that fails, nothing was sent.
        link.coordinator();
        try {
            return link.ask(ServerVerbs.WORKFLOW_SUBMIT, spec, WorkflowStatus.class);
        } catch (SssException e) {
            throw e.remoteTrace() != null || e.code().kind() != ErrorCode.Kind.RETRYABLE
                    ? e
                    : new SssException(
                            e.code(),
                            "workflow '"
                                    + spec.name()
                                    + "' was submitted, but there was no answer, so it may be running: check with 'sss "
                                    + "jobs' before you submit it again ("
                                    + e.getMessage() + ")",
                            e);
        }
    }

    private boolean areKnown(Set<String> ids) {
        synchronized (known) {
            return ids.stream().allMatch(id -> known.get(id) != null);
        }
    }

    private void addKnown(Set<String> ids) {
        synchronized (known) {
            ids.forEach(id -> known.put(id, true));
        }
    }

    private void sendMissing(Set<String> wanted, Map<String, byte[]> functions, CodeBundle code) {
        for (String id : link.ask(ServerVerbs.BLOB_HAS, new BlobIds(List.copyOf(wanted)), BlobIds.class)
                .ids()) {
            byte[] function = functions.get(id);
            try (InputStream content =
                    function != null ? new ByteArrayInputStream(function) : Files.newInputStream(code.jar(id))) {
                BlobUpload.send(link, id, content);
            } catch (IOException e) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "cannot read the code of the workflow: " + e, e);
            }
        }
    }
}
