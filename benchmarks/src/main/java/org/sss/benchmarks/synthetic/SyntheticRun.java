package org.sss.benchmarks.synthetic;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.measure.EngineSession;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Workload;
import org.sss.benchmarks.suite.Progress;
import org.sss.benchmarks.suite.Repeated;

/** Runs each point in each system, and compares each answer with the one that the parameters give. One thread, one use. */
public final class SyntheticRun {
    /** The workload's name for the systems. */
    public static final String WORKLOAD = "synthetic";
    private static final String PREFIX = "conf.";
    /** What a step costs beside its bytes, in bytes. */
    private static final double STEP_WEIGHT = 16 << 20;

    private final SyntheticPlan plan;
    private final Progress progress;
    private final List<SyntheticRow> rows = new ArrayList<>();

    public SyntheticRun(SyntheticPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** Whether there is a point that a system knows. */
    public boolean hasWork() {
        return plan.points().stream().map(point -> workload(point.conf(), plan.directory()))
                .anyMatch(workload -> plan.systems().stream().anyMatch(system -> system.runs(workload)));
    }

    /** What was measured so far, also when {@link #run} failed. */
    public List<SyntheticRow> rows() {
        return List.copyOf(rows);
    }

    /** @throws SssException INTERNAL when a system gives another answer */
    public List<SyntheticRow> run() throws Exception {
        for (SyntheticPoint point : plan.points()) {
            for (Engine system : plan.systems()) {
                progress.expect(allWeight(point), !isLeftOut(point, system) && system.runs(workload(point.conf(), plan.directory())) ? 1 : 0);
            }
        }
        try {
            measureAll();
        } finally {
            progress.end();
        }
        return rows();
    }

    private void measureAll() throws Exception {
        for (SyntheticPoint point : plan.points()) {
            String expected = Answer.expected(point.conf()).digest(point.conf());
            for (Engine system : plan.systems().stream().filter(one -> !isLeftOut(point, one)).toList()) {
                Workload workload = workload(point.conf(), Files.createTempDirectory(plan.directory(), "run-"));
                if (system.runs(workload)) {
                    rows.add(row(point, system, workload, expected));
                } else {
                    progress.note(system.name() + " does not run " + point.series() + " with partitionMethod "
                            + point.conf().partitionMethod().label() + " at " + point.axis() + " " + point.x()
                            + (system.limits().isEmpty() ? "" : " (" + system.limits() + ")"));
                }
            }
        }
    }

    private boolean isLeftOut(SyntheticPoint point, Engine system) {
        List<SyntheticPoint> line = plan.points().stream().filter(one -> one.series().equals(point.series())).toList();
        return plan.everySecond().leavesOut(system.name(), line.indexOf(point), line.size());
    }

    /** Of start and input, warm-up, and repetitions. */
    private double allWeight(SyntheticPoint point) {
        return (1 + plan.repetitions()) * weight(point) + plan.warmUp().weight(weight(point));
    }

    private static double weight(SyntheticPoint point) {
        return STEP_WEIGHT + point.conf().totalBytes();
    }

    private Workload workload(SyntheticConf conf, Path directory) {
        Map<String, String> parameters = new LinkedHashMap<>();
        conf.toMap().forEach((name, value) -> parameters.put(PREFIX + name, value));
        parameters.put("nodes", Integer.toString(conf.nodes()));
        if (plan.heap() != null) {
            parameters.put("heap", plan.heap());
        }
        return new Workload(WORKLOAD, null, parameters, directory);
    }

    /** The parameters of the benchmark that a workload carries. */
    public static Map<String, String> conf(Workload workload) {
        Map<String, String> values = new LinkedHashMap<>();
        workload.parameters().forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                values.put(name.substring(PREFIX.length()), value);
            }
        });
        return values;
    }

    private SyntheticRow row(SyntheticPoint point, Engine system, Workload workload, String expected) throws Exception {
        String what = point.series() + ", " + point.axis() + " " + point.x() + ", " + system.name();
        progress.begin(what + ": start and input");
        try (EngineSession session = system.open(workload)) {
            progress.step(weight(point));
            List<Run> runs = Repeated.of(() -> checked(session, what, expected), plan.warmUp().of(session), plan.repetitions(), progress,
                    what, weight(point)).runs();
            return new SyntheticRow(point.series(), point.axis(), point.x(), system.name(), point.conf(), session.importSeconds(),
                    runs);
        } finally {
            DiskSpace.deleteBesideOthers(workload.directory());
        }
    }

    private static Run checked(EngineSession session, String what, String expected) throws Exception {
        Run run = session.run();
        check(what, expected, run.digest());
        return run;
    }

    private static void check(String what, String expected, String found) {
        if (!expected.equals(found)) {
            throw new SssException(ErrorCode.INTERNAL, what + ": the answer is " + found + ", it should be " + expected
                    + " (input pairs, their sum, mapout pairs, their sum; then where keys are reduced once: keys, stored output pairs,"
                    + " their bytes, their sum, else keys less output pairs, their bytes less those that they should have; in hexadecimal); the times of this run mean nothing");
        }
    }
}
