package org.sss.spark.run;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.spark.store.GroupStore;

/** Checks that the retained groups of a loop replace only those of an earlier run of the same loop. Stateless. */
final class RetainedNames {
    private RetainedNames() {}

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} */
    static void check(WorkflowSpec workflow, GroupStore store) {
        for (LoopSpec loop : workflow.loops()) {
            if (loop.keptIterations() > 0) {
                loop.carried().forEach((current, next) -> check(workflow, loop, current, next, store));
            }
        }
    }

    private static void check(WorkflowSpec workflow, LoopSpec loop, String current, String next, GroupStore store) {
        String prefix = loop.retainedPrefix(current);
        String writer = workflow.name() + "/" + writer(workflow, loop, next);
        for (String name : store.names()) {
            if (name.startsWith(prefix) && isReached(loop, name.substring(prefix.length()))) {
                String creator = store.find(name).origin().createdBy();
                if (!creator.equals(writer)) {
                    throw new SssException(
                            ErrorCode.ALREADY_EXISTS,
                            "group '" + name + "' exists already in store '" + store + "', written by " + creator
                                    + ", and a loop of workflow '" + workflow.name()
                                    + "' would store an iteration under this name; remove its directory");
                }
            }
        }
    }

    private static String writer(WorkflowSpec workflow, LoopSpec loop, String next) {
        return workflow.jobs().subList(loop.firstJob(), loop.firstJob() + loop.jobCount()).stream()
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
}
