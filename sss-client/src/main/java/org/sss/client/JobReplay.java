package org.sss.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.api.engine.JobBytes;
import org.sss.client.code.BlobDownload;
import org.sss.client.link.ClusterLink;
import org.sss.io.exec.ProgramJob;
import org.sss.net.block.KeyHash;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.net.control.WorkflowSpec.ProgramFile;
import org.sss.net.data.KeyTuples;
import org.sss.net.embedded.EmbeddedNodes;
import org.sss.net.embedded.EmbeddedNodes.ReplayedJob;

/**
 * Runs the functions of a job of an earlier workflow again, in this process and for one key: to find out why they
 * failed, with a debugger or the whole stack trace. Writes nothing. One thread at a time.
 */
public final class JobReplay {
    private static final String THIS_PROCESS = "of the replay";

    private final ClusterLink link;
    private final String workflow;
    private final WorkflowSpec spec;
    private final JobSpec job;
    /** Directory of the code during a run. */
    private volatile Path directory;

    /** Receives each emitted tuple as text; called by the thread of {@link JobReplay#run}. */
    @FunctionalInterface
    public interface Watcher {
        void emitted(String group, String key, String value);
    }

    JobReplay(ClusterLink link, String workflow, String job) {
        this.link = link;
        this.workflow = workflow;
        spec = link.ask(ServerVerbs.WORKFLOW_SPEC, new Name(workflow), WorkflowSpec.class);
        this.job = spec.jobs().stream()
                .filter(one -> one.name().equals(job))
                .findFirst()
                .orElseThrow(() -> new SssException(
                        ErrorCode.NOT_FOUND,
                        "workflow " + workflow + " has no job '" + job + "'; it has "
                                + spec.jobs().stream().map(JobSpec::name).collect(Collectors.joining(", "))));
    }

    /**
     * Calls the functions for all tuples of a key in the current input groups of the job; for a job in a loop, as in
     * its first iteration.
     *
     * @param key as text, in the form of {@link TextForm}
     * @throws SssException the failure of the functions, with their trace in {@link SssException#remoteTrace};
     *     NOT_FOUND if an input group or the key does not exist
     */
    public Progress run(String key, Watcher watcher) {
        List<GroupInfo> inputs = groups(job.inputs());
        if (inputs.isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "job '" + job.name() + "' reads no group, so no key can be"
                            + " replayed; instead, call the mapper in a test with the text of a dead letter, whose "
                            + "error states the position"
                            + " of the text in its file");
        }
        KeyTuples tuples = read(inputs, key);
        try {
            directory = Files.createTempDirectory("sss-replay-");
            try {
                return run(taskSpec(inputs, tuples.key()), tuples, watcher);
            } finally {
                delete();
            }
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "cannot store the code of workflow " + workflow + " in a temporary directory: " + e,
                    e);
        }
    }

    /**
     * Ids of the jars whose code {@link #run} executes, in class path order: their SHA-256. Empty if the nodes have the
     * code.
     */
    public List<String> jars() {
        return spec.code();
    }

    /** Id of the serialized functions that {@link #run} executes: their SHA-256; or of the files of a program. */
    public String functions() {
        return job.program() == null
                ? job.functions()
                : job.program().files().stream().map(ProgramFile::blob).collect(Collectors.joining(", "));
    }

    private Progress run(TaskSpec task, KeyTuples tuples, Watcher watcher) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String id : spec.code()) {
            Path jar = directory.resolve(id + ".jar");
            BlobDownload.fetch(link, id, jar);
            jars.add(jar);
        }
        byte[] functions = job.program() == null ? blob(job.functions()) : program();
        ReplayedJob replayed = new ReplayedJob(task, functions, jars, directory.resolve("scratch"));
        return new Progress(EmbeddedNodes.find().replay(replayed, tuples, link::connection, watcher::emitted));
    }

    /** Of a node, this process has only the search path. */
    private byte[] program() {
        return JobBytes.write(ProgramJob.of(job, this::blob, new ProgramJob.Host(THIS_PROCESS, "python3")));
    }

    private byte[] blob(String id) {
        Path file = directory.resolve(id);
        try {
            BlobDownload.fetch(link, id, file);
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot store blob " + id + " in " + file + ": " + e, e);
        }
    }

    private List<GroupInfo> groups(List<GroupSpec> specs) {
        return specs.stream().map(this::group).toList();
    }

    private GroupInfo group(GroupSpec group) {
        if (group.temporary()) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "job '" + job.name() + "' reads group '" + group.name()
                            + "', which was temporary and has been deleted; run the workflow again without "
                            + "asTemporary() to replay the job");
        }
        String name = source(group.name());
        try {
            return link.ask(ServerVerbs.GROUP_GET, new Name(name), GroupInfo.class)
                    .checkWhole();
        } catch (SssException e) {
            throw e.code() != ErrorCode.NOT_FOUND
                    ? e
                    : new SssException(
                            ErrorCode.NOT_FOUND,
                            "job '" + job.name() + "' reads group '" + name
                                    + "', which no longer exists (dropped or renamed); run the workflow again to "
                                    + "replay the job",
                            e);
        }
    }

    /** Resolves an input name: after loops, and for the first iteration of the job's own loop if that was resumed. */
    private String source(String name) {
        int number = spec.jobs().indexOf(job);
        String source = name;
        for (LoopSpec loop : spec.loops()) {
            if (loop.firstJob() + loop.jobCount() <= number) {
                source = loop.carried().getOrDefault(name, source);
            } else if (loop.contains(number) && loop.resumesFrom(name, loop.firstIteration())) {
                source = loop.source(name);
            }
        }
        return source;
    }

    private int iteration() {
        int number = spec.jobs().indexOf(job);
        return spec.loops().stream()
                .filter(loop -> loop.contains(number))
                .findFirst()
                .map(LoopSpec::firstIteration)
                .orElse(0);
    }

    /** @param found the group is added to it if it still exists */
    private TaskSpec.SideGroup side(GroupSpec group, List<GroupInfo> found) {
        try {
            GroupInfo info = group(group);
            found.add(info);
            return new TaskSpec.SideGroup(info.id(), info.hashed(), info.tuples(), info.dataBytes());
        } catch (SssException e) {
            if (e.code() == ErrorCode.NOT_FOUND && isSampleAlone(group)) {
                return TaskSpec.SideGroup.DROPPED;
            }
            throw e;
        }
    }

    /**
     * Returns true if the group was only the sample of a range partitioner, which a replay does not need as it writes
     * nothing.
     */
    private boolean isSampleAlone(GroupSpec group) {
        return group.name().equals(job.rangesOf())
                && job.side().stream()
                                .filter(other -> other.name().equals(group.name()))
                                .count()
                        == 1;
    }

    /** The inputs of a Map may have keys of several types, so the text need not be a valid key of each of them. */
    private KeyTuples read(List<GroupInfo> inputs, String text) {
        KeyTuples tuples = new KeyTuples();
        List<SssException> noKeys = new ArrayList<>();
        for (GroupInfo input : inputs) {
            try {
                byte[] key = TextForm.of(input.keyType()).parse(text);
                tuples.add(
                        input.id(),
                        key,
                        ClientReads.of(
                                        link,
                                        input,
                                        (bytes, offset, length) -> Arrays.copyOfRange(bytes, offset, offset + length))
                                .read(key));
            } catch (SssException e) {
                if (e.code() != ErrorCode.INVALID_ARGUMENT) {
                    throw e;
                }
                noKeys.add(e);
            }
        }
        if (tuples.key() == null) {
            throw noKeys.size() == inputs.size()
                    ? noKeys.get(0)
                    : new SssException(
                            ErrorCode.NOT_FOUND,
                            "no input of job '" + job.name() + "' has key '" + text + "': "
                                    + inputs.stream().map(GroupInfo::name).collect(Collectors.joining(", ")));
        }
        return tuples;
    }

    private TaskSpec taskSpec(List<GroupInfo> inputs, byte[] key) {
        Map<String, String> parameters = new HashMap<>(spec.parameters());
        parameters.putAll(job.parameters());
        List<GroupInfo> all = new ArrayList<>(inputs);
        List<TaskSpec.SideGroup> side =
                job.side().stream().map(group -> side(group, all)).toList();
        int task =
                KeyHash.subgroup(KeyHash.hash64(key, 0, key.length), link.map().subgroupCount());
        List<Long> ids = inputs.stream().map(GroupInfo::id).toList();
        // File outputs of the job may exist: a replay does not replace them.
        boolean filesNamed = true;
        return new TaskSpec(
                new TaskSpec.Id(workflow, job.name(), job.kind(), task, 0, iteration()),
                TaskSpec.Inputs.ofGroups(ids, List.of(), side),
                new TaskSpec.Outputs(List.of(), List.of(), filesNamed, null),
                TaskSpec.Code.of(job, spec.code(), parameters, List.of()),
                new TaskSpec.Limits(spec.limits().priority(), 0, 0),
                link.map(),
                TaskSpec.identities(all));
    }

    /**
     * Deletes the copy of the job's code. {@link #run} does that itself; for a process that ends during a run. Any
     * thread.
     */
    public void delete() {
        Path code = directory;
        if (code == null || !Files.exists(code)) {
            return;
        }
        try (Stream<Path> all = Files.walk(code)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot delete the temporary directory " + code + ": " + e, e);
        }
    }
}
