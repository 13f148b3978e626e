package org.sss.benchmarks.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.engine.EngineSession;
import org.sss.benchmarks.engine.Engines;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.RecordCheck;

/**
 * Runs a plan: each case by each contender, one after the other, so that each has the machine for itself. All answers
 * to one case must be the same, and the expected one where the case has one, else that of the plain Java program where
 * there is one, which runs also when it is not in the plan; sorted records are checked also where there are too many
 * for it. One thread, one use.
 */
public final class Suite implements Bench {
    private static final String REFERENCE = "java";
    /** Its answer follows from its input, of whatever size. */
    private static final String SORT = "sort";

    private final SuitePlan plan;
    private final BenchProgress progress;
    private final Engine reference;
    /** The first answer to each case, and whose it was. */
    private final Map<Case, String> answers = new HashMap<>();

    private final Map<Case, String> answered = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private int sessions;

    public Suite(SuitePlan plan, BenchProgress progress) {
        this(plan, progress, Engines.named(REFERENCE).get(0));
    }

    Suite(SuitePlan plan, BenchProgress progress, Engine reference) {
        this.plan = plan;
        this.progress = progress;
        this.reference = reference;
    }

    @Override
    public boolean hasWork() {
        return plan.cases().stream()
                .anyMatch(task -> plan.contenders().stream().anyMatch(contender -> runs(contender, task)));
    }

    @Override
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** By case, then contender; without the cases that a contender does not know. */
    @Override
    public void run() throws Exception {
        for (Case task : plan.cases()) {
            plan.contenders().forEach(contender -> progress.expect(allWeight(task), runs(contender, task) ? 1 : 0));
        }
        try {
            for (Case task : plan.cases()) {
                run(task);
            }
        } finally {
            progress.end();
        }
    }

    private void run(Case task) throws Exception {
        Path input = task.input() == null ? null : plan.data().file(task.input(), progress::note);
        if (task.expected() != null) {
            check(task, "the parameters", task.expected().get());
        }
        for (Contender contender : plan.contenders()) {
            if (runs(contender, task)) {
                rows.add(measure(task, contender, input));
            } else if (!plan.leavesOut(contender, task) && contender.engine().runs(workload(task, Map.of()))) {
                progress.note(contender.label() + " does not run " + task.label()
                        + (contender.engine().limits().isEmpty()
                                ? ""
                                : " (" + contender.engine().limits() + ")"));
            }
        }
        checkByReference(task, input);
    }

    /** Of start and import, warm-up, and repetitions. */
    private double allWeight(Case task) {
        return (1 + plan.repetitions()) * weight(task) + plan.warmUp().weight(weight(task));
    }

    private static double weight(Case task) {
        return 1e6 + task.bytes();
    }

    private Workload workload(Case task, Map<String, String> parameters) {
        return new Workload(task.workload(), null, parameters, plan.directory(task));
    }

    private boolean runs(Contender contender, Case task) {
        return !plan.leavesOut(contender, task)
                && contender.engine().runs(workload(task, task.parametersFor(contender)));
    }

    private Row measure(Case task, Contender contender, Path input) throws Exception {
        String what = task.label() + ", " + contender.label();
        progress.start(what + ": start and import");
        Path directory = plan.directory(task).resolve("session-" + sessions++);
        Workload workload = new Workload(task.workload(), input, task.parametersFor(contender), directory);
        try (EngineSession session = contender.engine().open(workload)) {
            progress.step(weight(task));
            Repeated all = Repeated.of(
                    () -> checked(task, contender.label(), session.run()),
                    plan.warmUp().of(session),
                    plan.repetitions(),
                    progress,
                    what,
                    weight(task));
            return new Row(
                    task,
                    contender.label(),
                    session.startSeconds(),
                    session.importSeconds(),
                    all.firstSeconds(),
                    all.runs());
        } finally {
            DiskSpace.deleteBesideOthers(directory);
        }
    }

    private Measurement checked(Case task, String system, Measurement run) {
        check(task, system, run.digest());
        return run;
    }

    private void check(Case task, String whose, String answer) {
        String before = answers.putIfAbsent(task, answer);
        String whoseBefore = answered.putIfAbsent(task, whose);
        if (before != null && !before.equals(answer)) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "the answers to " + task.label() + " differ: " + before + " of " + whoseBefore + ", " + answer
                            + " of " + whose);
        }
    }

    /** Where it was not measured itself. */
    private void checkByReference(Case task, Path input) throws Exception {
        boolean measured =
                plan.contenders().stream().anyMatch(one -> one.engine().name().equals(REFERENCE) && runs(one, task));
        if (measured || task.expected() != null || !answers.containsKey(task)) {
            return;
        }
        Map<String, String> parameters = new HashMap<>(task.parameters());
        // The heap is that of the systems that are compared.
        parameters.remove("heap");
        Workload workload = new Workload(
                task.workload(), input, parameters, plan.directory(task).resolve("reference"));
        if (reference.runs(workload)) {
            progress.start(task.label() + ": the answer of the plain program");
            checkByProgram(task, workload);
        } else if (task.workload().equals(SORT)) {
            progress.start(task.label() + ": what the records say of the answer");
            check(task, "the input", RecordCheck.ofSorted(input, RecordInputs.RECORD_BYTES));
        } else if (reference.runs(workload(task, parameters))) {
            progress.note("no plain program checks the answer to " + task.label() + " (" + reference.limits() + ")");
        }
    }

    private void checkByProgram(Case task, Workload workload) throws Exception {
        try (EngineSession session = reference.open(workload)) {
            checked(task, REFERENCE, session.run());
        } finally {
            DiskSpace.delete(workload.directory());
        }
    }
}
