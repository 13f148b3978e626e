package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.JobOptions;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Nearest;
import org.sss.net.control.NestingLevel;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;
import org.sss.server.coordinator.state.Catalog;

/** Validates a workflow before any of its jobs runs. One thread. */
public final class WorkflowValidation {
    private final WorkflowSpec workflow;
    private final Groups groups;
    /** Bytes of a commit request without its attempts. */
    private static final int ENVELOPE_BYTES = 200;
    /** Each of that many may have a task of any name. */
    private static final int FEW_SPLITS = 1024;
    /** Each subgroup may have a task, in addition to those of splits. */
    private static final int MAX_SUBGROUPS = 1024;
    /** Outputs of the jobs validated so far, also under the names that a loop carries them to. */
    private final Map<String, GroupSpec> written = new HashMap<>();
    /** Names of the outputs, without carried names. */
    private final Set<String> outputs = new HashSet<>();

    private final Map<String, GroupInfo> external = new HashMap<>();
    /** The loop of the current job, or null. */
    private LoopSpec around;

    /** The groups that there are before a workflow runs. */
    public interface Groups {
        /** Returns the group that may be read under a name; null if there is none. */
        GroupInfo find(String name);

        /** Throws ALREADY_EXISTS if a workflow cannot give a group this name. */
        void checkFree(String name, boolean replace);

        /** Returns a hint at a group with a similar name, as the end of a sentence; empty if there is none. */
        String nearest(String name);
    }

    private record InCatalog(Catalog catalog, Function<String, GroupInfo> readable) implements Groups {
        @Override
        public GroupInfo find(String name) {
            return readable.apply(name);
        }

        @Override
        public void checkFree(String name, boolean replace) {
            catalog.names().checkFree(name, replace);
        }

        @Override
        public String nearest(String name) {
            return catalog.nearest(name);
        }
    }

    private WorkflowValidation(WorkflowSpec workflow, Groups groups) {
        this.workflow = workflow;
        this.groups = groups;
    }

    /**
     * Validates a workflow; returns the groups of the catalog that it reads, by name.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT}, {@link ErrorCode#NOT_FOUND},
     *     {@link ErrorCode#TYPE_MISMATCH}, {@link ErrorCode#ALREADY_EXISTS}
     */
    static Map<String, GroupInfo> check(WorkflowSpec workflow, Catalog catalog) {
        return check(workflow, new InCatalog(catalog, name -> catalog.find(name).orElse(null)));
    }

    /** The same with groups that are not in a catalog. */
    public static Map<String, GroupInfo> check(WorkflowSpec workflow, Groups groups) {
        return new WorkflowValidation(workflow, groups).run();
    }

    /**
     * As {@link #check}, with the groups that the workflow has pinned. After the first check, a group may have been
     * dropped or renamed, and another one, of other types, may have got its name.
     */
    static void checkPinned(WorkflowSpec workflow, Catalog catalog, Map<String, GroupInfo> pinned) {
        new WorkflowValidation(workflow, new InCatalog(catalog, pinned::get)).run();
    }

    private Map<String, GroupInfo> run() {
        TupleGroup.checkName(workflow.name());
        Set<String> names = new HashSet<>();
        if (workflow.jobs().isEmpty()) {
            throw invalid("has no job");
        }
        if (workflow.limits().depth() > NestingLevel.MAX) {
            throw invalid("is submitted from within " + workflow.limits().depth()
                    + " nested tasks, each of a workflow that the outer one has submitted, and" + " the limit is "
                    + NestingLevel.MAX
                    + "; let the program run the workflows one after the other, or use a loop (Workflow.repeat)");
        }
        checkParameters(workflow.parameters());
        List<JobSpec> jobs = workflow.jobs();
        workflow.loops().forEach(this::checkLoop);
        for (int i = 0; i < jobs.size(); i++) {
            JobSpec job = jobs.get(i);
            int number = i;
            around = workflow.loops().stream()
                    .filter(loop -> loop.contains(number))
                    .findFirst()
                    .orElse(null);
            TupleGroup.checkName(job.name());
            if (!names.add(job.name())) {
                throw invalid("has two jobs named '" + job.name() + "'");
            }
            checkJob(job);
            if (around != null && i == around.firstJob() + around.jobCount() - 1) {
                checkCarried(around);
            }
        }
        return external;
    }

    private static void checkParameters(Map<String, String> parameters) {
        String method = parameters.get(Shuffle.PARAMETER);
        if (method != null) {
            Shuffle.of(method);
        }
        String limit = parameters.get(Shuffle.MEMORY_LIMIT);
        if (limit != null) {
            Shuffle.memoryLimitBytes(limit);
        }
        String grouping = parameters.get(Grouping.PARAMETER);
        if (grouping != null) {
            Grouping.of(grouping);
        }
        JobOptions.isMemoryOnly(parameters);
    }

    private void checkJob(JobSpec job) {
        checkParameters(job.parameters());
        ProgramCheck.check(job);
        if (job.inputs().isEmpty() && job.splits().isEmpty()) {
            throw invalid("has job '" + job.name()
                    + "' without input: it reads no group, and its source has nothing to read (no splits)");
        }
        if (job.splits().size() > FEW_SPLITS && job.splits().size() > maxSplits(job.name())) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "job '" + job.name() + "' has " + job.splits().size() + " splits, and a commit can"
                            + " name the tasks of " + maxSplits(job.name())
                            + " for a job of this name; let its source make fewer and larger splits, or"
                            + " several jobs read them");
        }
        if (job.outputs().isEmpty()) {
            throw invalid("has job '" + job.name() + "' without output");
        }
        List<GroupSpec> read = new ArrayList<>(job.inputs());
        read.addAll(job.side());
        read.forEach(input -> checkInput(job, input));
        Set<String> names = read.stream().map(GroupSpec::name).collect(Collectors.toSet());
        job.outputs().forEach(output -> checkOutput(job, output, names));
    }

    /**
     * The limit of splits: all attempts have to fit into one commit request, which is sent only after the tasks have
     * run.
     */
    static int maxSplits(String job) {
        AttemptId longest = new AttemptId("wf-" + Integer.MAX_VALUE + "/" + job, 9_999_999, 99);
        return (Rpc.MAX_BODY_BYTES - ENVELOPE_BYTES) / (Json.message(longest).length + 1) - MAX_SUBGROUPS;
    }

    @SuppressWarnings("ReferenceEquality") // another loop can be equal
    private void checkLoop(LoopSpec loop) {
        if (loop.firstJob() < 0
                || loop.jobCount() < 1
                || loop.jobCount() > workflow.jobs().size() - loop.firstJob()
                || loop.maxIterations() < 1
                || loop.firstIteration() < 0
                || loop.firstIteration() >= loop.maxIterations()
                || workflow.loops().stream().anyMatch(other -> other != loop && other.contains(loop.firstJob()))) {
            throw invalid("has an impossible loop: " + loop + "; it has "
                    + workflow.jobs().size() + " jobs");
        }
    }

    /** Validates the carried groups, after the jobs of the loop. */
    private void checkCarried(LoopSpec loop) {
        List<JobSpec> body = workflow.jobs().subList(loop.firstJob(), loop.firstJob() + loop.jobCount());
        Set<String> inside = body.stream()
                .flatMap(job -> job.outputs().stream())
                .map(GroupSpec::name)
                .collect(Collectors.toSet());
        loop.carried().forEach((current, next) -> {
            if (!inside.contains(next) || inside.contains(current)) {
                throw invalid("carries group '" + next + "' to '" + current
                        + "' in a loop, but the jobs of the loop have to write"
                        + " the first one and not the second one");
            }
            if (loop.keptIterations() > 0 && written.get(next).temporary()) {
                throw invalid("keeps iterations of group '" + next + "', which is temporary and ends with its node;"
                        + " declare it without asTemporary()");
            }
            if (loop.keptIterations() > 0 && written.get(next).inMemory()) {
                throw invalid("keeps iterations of group '" + next + "', which is in memory and ends with its nodes;"
                        + " declare it without inMemory()");
            }
            GroupSpec after = written.get(next);
            body.forEach(job -> checkNext(job, current, after));
            written.put(current, after);
        });
    }

    /** Validates the group that a job reads as {@code current} from the second iteration on. */
    private static void checkNext(JobSpec job, String current, GroupSpec after) {
        Stream.concat(job.inputs().stream(), job.side().stream())
                .filter(input -> input.name().equals(current))
                .forEach(input -> {
                    checkTypes("a loop", input, after.keyType(), after.valueType());
                    checkPlacement(job, input, after.hashed());
                });
    }

    private void checkInput(JobSpec job, GroupSpec input) {
        // The group that a resumed loop starts from.
        String name = around == null ? input.name() : around.source(input.name());
        GroupSpec before = written.get(name);
        if (before != null) {
            checkTypes("job '" + job.name() + "'", input, before.keyType(), before.valueType());
            checkPlacement(job, input, before.hashed());
            return;
        }
        GroupInfo group = groups.find(name);
        if (group == null) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "job '" + job.name() + "' reads group '" + name
                            + "', which neither exists nor is written by an earlier job" + nearest(name)
                            + "; 'sss group ls' lists the groups");
        }
        group.checkWhole();
        checkTypes("job '" + job.name() + "'", input, group.keyType(), group.valueType());
        checkPlacement(job, input, group.hashed());
        external.put(name, group);
    }

    private String nearest(String name) {
        String hint = Nearest.hint(name, written.keySet().stream());
        return hint.isEmpty() ? groups.nearest(name) : hint;
    }

    /**
     * All groups of a co-group must have each key in the same subgroup, also a single group that is joined with itself.
     */
    private static void checkPlacement(JobSpec job, GroupSpec input, boolean hashed) {
        boolean together = job.kind() == JobKind.CO_GROUP && job.inputs().contains(input);
        if (together && input.hashed() && !hashed) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "job '" + job.name() + "' joins group '" + input.name()
                            + "', which was written with a partitioner: tuples of one key may be in several subgroups, "
                            + "or in other ones than in the"
                            + " other groups. Write it without a partitioner, or call placedAlike() if each key is in "
                            + "one subgroup, the same one"
                            + " in all of them");
        }
    }

    private static void checkTypes(String who, GroupSpec declared, String keyType, String valueType) {
        if (!Codecs.canRead(declared.keyType(), keyType) || !Codecs.canRead(declared.valueType(), valueType)) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    who + " reads group '" + declared.name() + "' as ("
                            + declared.keyType() + ", " + declared.valueType() + "), but it contains (" + keyType + ", "
                            + valueType
                            + "); declare the types that it contains, or bytes to read them without decoding");
        }
    }

    private void checkOutput(JobSpec job, GroupSpec output, Set<String> read) {
        TupleGroup.checkName(output.name());
        if (read.contains(output.name())) {
            throw invalid("has job '" + job.name() + "', which reads and writes group '" + output.name() + "'");
        }
        if (!outputs.add(output.name())) {
            throw invalid("writes group '" + output.name() + "' twice");
        }
        written.put(output.name(), output);
        if (!output.temporary()) {
            groups.checkFree(output.name(), output.replace());
        }
    }

    private SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "workflow '" + workflow.name() + "' " + what);
    }
}
