package org.sss.cli.workflow;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sss.api.Job;
import org.sss.api.JobOptions;
import org.sss.api.Loop;
import org.sss.api.MapJob;
import org.sss.api.Partitioners;
import org.sss.api.ReduceJob;
import org.sss.api.TupleGroup;
import org.sss.api.Until;
import org.sss.api.Workflow;

/** The output of {@code sss explain --json}: a workflow that was not submitted. Immutable. */
record WorkflowJson(String workflow, int priority, List<OneJob> jobs, List<OneLoop> loops) {
    /**
     * @param sources     names of inputs outside SSS, such as files
     * @param with        side groups
     * @param writes      output groups; the first one is the target of {@code emit}
     * @param partitioner partitioner of the first of them, see {@link Partitioners#describe}
     * @param furtherPartitioners of the others
     */
    record OneJob(
            String job,
            String kind,
            List<Group> reads,
            List<String> sources,
            List<Group> with,
            List<Group> writes,
            String partitioner,
            List<String> furtherPartitioners) {}

    /**
     * @param replaces whether it replaces an existing group of its name
     * @param inMemory whether it is written into the memory of the nodes
     */
    record Group(String group, String keys, String values, boolean temporary, boolean replaces, boolean inMemory) {
        static List<Group> of(List<TupleGroup<?, ?>> groups) {
            return groups.stream()
                    .map(group -> new Group(
                            group.name(),
                            group.keys().name(),
                            group.values().name(),
                            group.temporary(),
                            group.replace(),
                            group.memory()))
                    .toList();
        }
    }

    /** @param carried names of output groups, by the names under which the next iteration reads them */
    record OneLoop(
            List<String> jobs,
            int maxIterations,
            int firstIteration,
            List<String> until,
            Map<String, String> carried) {}

    static WorkflowJson of(Workflow workflow) {
        List<Job> jobs = workflow.jobs();
        return new WorkflowJson(
                workflow.name(),
                workflow.priority(),
                jobs.stream().map(WorkflowJson::of).toList(),
                workflow.loops().stream().map(loop -> of(loop, jobs)).toList());
    }

    private static OneJob of(Job job) {
        String kind = job instanceof MapJob ? "map" : job instanceof ReduceJob ? "reduce" : "co-group";
        return new OneJob(
                job.name(),
                kind,
                Group.of(job.inputs()),
                sources(job),
                Group.of(job.sideGroups()),
                Group.of(job.outputs()),
                Partitioners.describe(((JobOptions<?, ?, ?>) job).partitioner()),
                IntStream.range(1, job.outputs().size())
                        .mapToObj(i -> Partitioners.describe(
                                ((JobOptions<?, ?, ?>) job).outputAt(i).partitioner()))
                        .toList());
    }

    private static List<String> sources(Job job) {
        return job instanceof MapJob<?, ?> map
                ? map.from().stream()
                        .filter(input -> input.source() != null)
                        .map(input -> input.source().name())
                        .toList()
                : List.of();
    }

    private static OneLoop of(Loop loop, List<Job> jobs) {
        return new OneLoop(
                jobs.subList(loop.firstJob(), loop.firstJob() + loop.jobCount()).stream()
                        .map(Job::name)
                        .toList(),
                loop.maxIterations(),
                loop.firstIteration(),
                loop.conditions().stream().map(Until::toString).toList(),
                loop.carried());
    }
}
