package org.sss.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sss.api.Job;
import org.sss.api.Loop;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Units;
import org.sss.client.WorkflowReport;

/**
 * Prints which groups have the results of loops, as jobs write them under one name and read them under another.
 * Stateless.
 */
public final class LoopResults {
    private LoopResults() {}

    /** Prints nothing if the workflow has no loop, or with {@code --json}. */
    public static void print(Console console, Workflow workflow, WorkflowReport status) {
        if (!console.json()) {
            workflow.loops().stream()
                    .flatMap(loop -> lines(workflow, loop, status).stream())
                    .forEach(console::line);
        }
    }

    private static List<String> lines(Workflow workflow, Loop loop, WorkflowReport status) {
        List<Job> body = workflow.jobs().subList(loop.firstJob(), loop.firstJob() + loop.jobCount());
        int iterations = status.jobs().get(loop.firstJob()).iterations();
        Set<String> temporary = body.stream()
                .flatMap(job -> job.outputs().stream())
                .filter(TupleGroup::temporary)
                .map(TupleGroup::name)
                .collect(Collectors.toSet());
        // The name under which the next iteration reads a result, by the result's own name.
        Map<String, String> results = new TreeMap<>();
        loop.carried().forEach((current, next) -> results.merge(next, current, (first, other) -> first));
        List<String> lines = new ArrayList<>();
        results.forEach((next, current) -> {
            if (!temporary.contains(next)) {
                lines.add("result after " + Units.count(iterations, "iteration") + ": group " + next
                        + earlier(loop, current, iterations));
            }
        });
        return lines;
    }

    private static String earlier(Loop loop, String current, int iterations) {
        int first = Math.max(loop.firstIteration() + 1, iterations - loop.keptIterations() + 1);
        String name = current + ".iteration-";
        return loop.keptIterations() == 0 || first >= iterations
                ? ""
                : "; earlier iterations: " + name + first
                        + (first + 1 < iterations ? " to " + name + (iterations - 1) : "");
    }
}
