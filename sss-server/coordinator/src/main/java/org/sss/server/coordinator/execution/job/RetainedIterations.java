package org.sss.server.coordinator.execution.job;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;

/**
 * Checks that the retained groups of a loop replace only groups of an earlier run of the same loop. A group belongs to
 * the same loop if the job of that name wrote it, in a workflow of the same name if that is still known. Stateless.
 *
 * @param workflow name of the workflow
 */
public record RetainedIterations(String workflow, RunContext context) {
    /**
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if another group has the name of a retained iteration of
     * {@code spec}
     */
    public static void check(WorkflowSpec spec, RunContext context) {
        RetainedIterations retained = new RetainedIterations(spec.name(), context);
        spec.loops().stream()
                .filter(loop -> loop.keptIterations() > 0)
                .forEach(loop -> loop.carried().forEach((current, next) -> {
                    String job = writer(spec, loop, next);
                    String prefix = loop.retainedPrefix(current);
                    context.catalog().withPrefix(prefix).stream()
                            .filter(group -> isReached(loop, group.name().substring(prefix.length())))
                            .forEach(group -> retained.checkReplaceable(group, job));
                }));
    }

    private static String writer(WorkflowSpec spec, LoopSpec loop, String next) {
        return spec.jobs().subList(loop.firstJob(), loop.firstJob() + loop.jobCount()).stream()
                .filter(job ->
                        job.outputs().stream().anyMatch(output -> output.name().equals(next)))
                .map(JobSpec::name)
                .findFirst()
                .orElse("");
    }

    private static boolean isReached(LoopSpec loop, String number) {
        if (!number.matches("[1-9][0-9]{0,8}")) {
            return false;
        }
        int done = Integer.parseInt(number);
        return done > loop.firstIteration() && done <= loop.maxIterations();
    }

    /**
     * @param by    the group that will get the name
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if {@code name} is the name of another group
     */
    public void checkReplaceable(String name, GroupInfo by) {
        context.catalog().find(name).ifPresent(group -> checkReplaceable(group, job(by)));
    }

    private void checkReplaceable(GroupInfo group, String job) {
        if (!job(group).equals(job) || !isOfSameWorkflow(group)) {
            throw new SssException(
                    ErrorCode.ALREADY_EXISTS,
                    "group '" + group.name() + "' exists already, and a loop of workflow '" + workflow
                            + "' would store an iteration under this name. It was not written by an earlier run of "
                            + "this loop, but by "
                            + group.createdBy() + "; rename it, or remove it with 'sss group rm " + group.name() + "'");
        }
    }

    private boolean isOfSameWorkflow(GroupInfo group) {
        return context.history()
                .find(group.createdBy().split("/", 2)[0])
                .map(status -> status.name().equals(workflow))
                .orElse(true);
    }

    /** The job that wrote the group; empty if no job did. */
    private static String job(GroupInfo group) {
        String[] creator = group.createdBy().split("/", 2);
        return creator.length < 2 ? "" : creator[1];
    }
}
